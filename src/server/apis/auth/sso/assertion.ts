import {
	attributeOf,
	childrenNamed,
	namespaces,
	onlyChild,
	parseXml,
	textOf,
	XmlError,
} from '#server/features/universities/xml.ts'

const longestAssertion = 131_072
/** How far the clocks of the two servers may be apart. */
const clockToleranceMs = 60_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** What a verified assertion says. */
export interface Assertion {
	nameId: { value: string; format: string } | undefined
	/** The values of each attribute, under its name and its friendly name, both in lower case. */
	attributes: ReadonlyMap<string, readonly string[]>
	/** When the provider wants the session to end. */
	sessionNotAfter: Date | undefined
}

interface Expected {
	/** The provider's entity id. */
	issuer: string
	/** Our own entity id. */
	audience: string
	acsUrl: string
	/** The id of the request that this browser took to the provider. */
	requestId: string
	now: Date
}

/**
 * Reads an assertion whose signature has been verified. Throws `XmlError` unless this provider issued it to us, for this request,
 * and it is valid now.
 */
export function readAssertion(xml: string, expected: Expected): Assertion {
	const assertion = parseXml(xml, { longest: longestAssertion, comments: false })
	if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== namespaces.assertion)
		throw new XmlError('not an assertion')
	const ofAssertion = (parent: Element, name: string) => onlyChild(parent, namespaces.assertion, name)
	if (textOf(ofAssertion(assertion, 'Issuer')) !== expected.issuer) throw new XmlError('from another issuer')
	checkConditions(ofAssertion(assertion, 'Conditions'), expected)
	const subject = ofAssertion(assertion, 'Subject')
	const confirmations = childrenNamed(subject, namespaces.assertion, 'SubjectConfirmation')
	if (!confirmations.some((each) => isConfirmed(each, expected)))
		throw new XmlError('has no confirmation for this request')
	const [nameId] = childrenNamed(subject, namespaces.assertion, 'NameID')
	return {
		nameId: nameId && { value: textOf(nameId), format: attributeOf(nameId, 'Format') ?? '' },
		attributes: readAttributes(assertion),
		sessionNotAfter: readSessionEnd(assertion, expected),
	}
}

function checkConditions(conditions: Element, { audience, now }: Expected): void {
	checkTimes(conditions, now)
	const restrictions = childrenNamed(conditions, namespaces.assertion, 'AudienceRestriction')
	const isForUs = (restriction: Element) =>
		childrenNamed(restriction, namespaces.assertion, 'Audience').some((each) => textOf(each) === audience)
	if (restrictions.length === 0 || !restrictions.every(isForUs)) throw new XmlError('for another audience')
}

/** Reports whether a confirmation allows the bearer to use the assertion at our address, for this request and at this time. */
function isConfirmed(confirmation: Element, { acsUrl, requestId, now }: Expected): boolean {
	if (attributeOf(confirmation, 'Method') !== bearer) return false
	const [data] = childrenNamed(confirmation, namespaces.assertion, 'SubjectConfirmationData')
	if (data === undefined || attributeOf(data, 'NotOnOrAfter') === undefined) return false
	checkTimes(data, now)
	return attributeOf(data, 'Recipient') === acsUrl && attributeOf(data, 'InResponseTo') === requestId
}

function checkTimes(element: Element, now: Date): void {
	const from = timeOf(element, 'NotBefore')
	const until = timeOf(element, 'NotOnOrAfter')
	if (from !== undefined && from.getTime() > now.getTime() + clockToleranceMs)
		throw new XmlError('not valid yet')
	if (until !== undefined && until.getTime() <= now.getTime() - clockToleranceMs)
		throw new XmlError('no longer valid')
}

function readSessionEnd(assertion: Element, { now }: Expected): Date | undefined {
	const statements = childrenNamed(assertion, namespaces.assertion, 'AuthnStatement')
	if (statements.length === 0) throw new XmlError('does not say that the user signed in')
	const ends = statements.flatMap((statement) => timeOf(statement, 'SessionNotOnOrAfter') ?? [])
	const first = ends.sort((a, b) => a.getTime() - b.getTime())[0]
	if (first !== undefined && first <= now) throw new XmlError('of a session that is over')
	return first
}

/** Reads a time. SAML requires UTC. */
function timeOf(element: Element, name: string): Date | undefined {
	const text = attributeOf(element, name)
	if (text === undefined) return undefined
	const time = new Date(text)
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) || Number.isNaN(time.getTime()))
		throw new XmlError(`has a malformed ${name}`)
	return time
}

function readAttributes(assertion: Element): Map<string, readonly string[]> {
	const attributes = new Map<string, readonly string[]>()
	for (const statement of childrenNamed(assertion, namespaces.assertion, 'AttributeStatement'))
		for (const attribute of childrenNamed(statement, namespaces.assertion, 'Attribute')) {
			const values = childrenNamed(attribute, namespaces.assertion, 'AttributeValue').flatMap(
				(value) => readValue(value) ?? [],
			)
			for (const name of [attributeOf(attribute, 'Name'), attributeOf(attribute, 'FriendlyName')])
				if (name)
					attributes.set(name.toLowerCase(), [...(attributes.get(name.toLowerCase()) ?? []), ...values])
		}
	return attributes
}

/** Returns a text value; undefined if it is empty or a structure, such as eduPersonTargetedID. */
function readValue(value: Element): string | undefined {
	if (value.getElementsByTagName('*').length > 0) return undefined
	return textOf(value) || undefined
}
