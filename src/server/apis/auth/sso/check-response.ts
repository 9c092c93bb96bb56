import {
	allElements,
	attributeOf,
	childrenNamed,
	childrenOf,
	namespaces,
	onlyChild,
	parseXml,
	textOf,
	XmlError,
} from '#server/features/universities/xml.ts'

const longestResponse = 131_072
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const signatureMethods: ReadonlySet<string | undefined> = new Set([
	'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
	'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
	'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const digestMethods: ReadonlySet<string | undefined> = new Set([
	'http://www.w3.org/2001/04/xmlenc#sha256',
	'http://www.w3.org/2001/04/xmlenc#sha512',
])
const canonicalisation = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transforms: ReadonlySet<string | undefined> = new Set([
	'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
	canonicalisation,
])

/** The provider says that it did not sign the user in. */
export class StatusError extends Error {}

/**
 * Checks the structure of a response before its signature is verified. There must be one assertion, in the right place. Only the
 * assertion and the response may be signed. No id may occur twice, and no algorithm may be weak. This ensures that later code
 * reads only what the signature covers. Throws `XmlError`, or `StatusError` if the provider did not sign anybody in.
 */
export function checkResponse(text: string, { acsUrl }: { acsUrl: string }): void {
	const response = parseXml(text, { longest: longestResponse, comments: false })
	if (response.localName !== 'Response' || response.namespaceURI !== namespaces.protocol)
		throw new XmlError('not a response')
	const status = onlyChild(
		onlyChild(response, namespaces.protocol, 'Status'),
		namespaces.protocol,
		'StatusCode',
	)
	if (attributeOf(status, 'Value') !== success) throw new StatusError('the provider did not sign anybody in')
	const destination = attributeOf(response, 'Destination')
	if (destination !== undefined && destination !== acsUrl) throw new XmlError('sent to another destination')

	const elements = allElements(response)
	checkIds(elements)
	if (elements.some(({ localName }) => localName.startsWith('Encrypted')))
		throw new XmlError('encrypted, although no key for it was published')
	const assertion = onlyChild(response, namespaces.assertion, 'Assertion')
	if (elements.filter(({ localName }) => localName === 'Assertion').length > 1)
		throw new XmlError('has several assertions')
	const signatures = elements.filter(({ localName }) => localName === 'Signature')
	const expected = [response, assertion].flatMap((signed) =>
		childrenNamed(signed, namespaces.signature, 'Signature').map((signature) => ({ signature, signed })),
	)
	if (signatures.length === 0) throw new XmlError('not signed')
	if (signatures.length !== expected.length) throw new XmlError('has a signature where none belongs')
	for (const { signature, signed } of expected) checkSignature(signature, signed)
}

function checkIds(elements: readonly Element[]): void {
	const ids = elements.flatMap((element) =>
		[...Array(element.attributes.length).keys()].flatMap((index) => {
			const attribute = element.attributes.item(index)
			return attribute?.localName?.toLowerCase() === 'id' ? attribute.value : []
		}),
	)
	if (new Set(ids).size !== ids.length) throw new XmlError('has an id twice')
}

/** Checks that a signature covers the element that contains it, and nothing else. */
function checkSignature(signature: Element, signed: Element): void {
	const ofSignature = (parent: Element, name: string) => onlyChild(parent, namespaces.signature, name)
	if (childrenNamed(signed, namespaces.signature, 'Signature').length > 1)
		throw new XmlError('has several signatures')
	if (childrenNamed(signature, namespaces.signature, 'Object').length > 0)
		throw new XmlError('has a signature with an object')
	const info = ofSignature(signature, 'SignedInfo')
	textOf(ofSignature(signature, 'SignatureValue'))
	const reference = ofSignature(info, 'Reference')
	const algorithmOf = (parent: Element, name: string) => attributeOf(ofSignature(parent, name), 'Algorithm')
	if (!signatureMethods.has(algorithmOf(info, 'SignatureMethod'))) throw new XmlError('has a weak signature')
	if (algorithmOf(info, 'CanonicalizationMethod') !== canonicalisation)
		throw new XmlError('has an unknown canonicalisation')
	if (!digestMethods.has(algorithmOf(reference, 'DigestMethod'))) throw new XmlError('has a weak digest')
	const used = childrenOf(ofSignature(reference, 'Transforms')).map((each) => attributeOf(each, 'Algorithm'))
	if (used.length > 2 || !used.every((each) => transforms.has(each)))
		throw new XmlError('has an unknown transform')
	const id = attributeOf(signed, 'ID')
	if (!id || attributeOf(reference, 'URI') !== `#${id}`)
		throw new XmlError('has a signature of something else')
}
