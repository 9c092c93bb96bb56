import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { CampusKey } from '#sandbox/campus/keys.ts'

/** The shop's request to sign somebody in. */
export interface SignInRequest {
	id: string
	/** The entity id of the shop, which sent the request. */
	issuer: string
	/** The URL to which the answer is sent. */
	acsUrl: string
}

/** Reads the shop's request; undefined if the text isn't one. Its signature is not checked. */
export function readRequest(encoded: string): SignInRequest | undefined {
	try {
		const xml = inflateRawSync(Buffer.from(encoded, 'base64'), { maxOutputLength: 65_536 }).toString('utf8')
		const [id, acsUrl, issuer] = [
			/ ID="([^"]+)"/,
			/ AssertionConsumerServiceURL="([^"]+)"/,
			/Issuer[^>]*>([^<]+)</,
		].map((pattern) => pattern.exec(xml)?.[1])
		return id && acsUrl && issuer ? { id, acsUrl, issuer } : undefined
	} catch {
		return undefined
	}
}

interface AnswerOptions {
	/** The provider's entity id. */
	entityId: string
	request: SignInRequest
	now: Date
}

export interface CampusUser {
	/** The user's permanent id at the provider. */
	id: string
	email: string
	name: string
}

const minutes = 60_000
const names = {
	protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
	assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
	status: 'urn:oasis:names:tc:SAML:2.0:status:',
	oid: 'urn:oid:',
} as const

/** Returns an assertion about the user, without a signature. */
export function assertionFor(user: CampusUser, { entityId, request, now }: AnswerOptions): string {
	const until = new Date(now.getTime() + 5 * minutes).toISOString()
	const time = now.toISOString()
	const attribute = (oid: string, friendly: string, value: string) =>
		`<saml:Attribute Name="${names.oid}${oid}" FriendlyName="${friendly}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`
	return `<saml:Assertion xmlns:saml="${names.assertion}" ID="${newId()}" Version="2.0" IssueInstant="${time}">
<saml:Issuer>${escaped(entityId)}</saml:Issuer>
<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${escaped(user.id)}</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${escaped(request.id)}" NotOnOrAfter="${until}" Recipient="${escaped(request.acsUrl)}"/></saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="${time}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${escaped(request.issuer)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AuthnStatement AuthnInstant="${time}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
<saml:AttributeStatement>${attribute('0.9.2342.19200300.100.1.3', 'mail', user.email)}${attribute('2.16.840.1.113730.3.1.241', 'displayName', user.name)}</saml:AttributeStatement>
</saml:Assertion>`
}

/** Returns a response with the assertion. Without one, the response says that nobody signed in. */
export function responseWith(
	assertion: string | undefined,
	{ entityId, request, now }: AnswerOptions,
): string {
	const status = assertion === undefined ? 'Responder' : 'Success'
	return `<?xml version="1.0" encoding="UTF-8"?>
<samlp:Response xmlns:samlp="${names.protocol}" ID="${newId()}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escaped(request.acsUrl)}" InResponseTo="${escaped(request.id)}">
<saml:Issuer xmlns:saml="${names.assertion}">${escaped(entityId)}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="${names.status}${status}"/></samlp:Status>
${assertion ?? ''}
</samlp:Response>`
}

/** Signs the response, or the assertion in it. Imports the library only when it is needed, to save memory. */
export async function signed(
	xml: string,
	element: 'Response' | 'Assertion',
	{ privateKey, certificate }: CampusKey,
): Promise<string> {
	const { SignedXml } = await import('xml-crypto')
	const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
	const signer = new SignedXml({
		privateKey,
		publicCert: certificate,
		signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
		canonicalizationAlgorithm: exclusive,
	})
	const place = `//*[local-name(.)='${element}']`
	signer.addReference({
		xpath: place,
		transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
		digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
	})
	signer.computeSignature(xml, {
		prefix: 'ds',
		location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' },
	})
	return signer.getSignedXml()
}

/** Returns the provider's metadata. */
export function metadataOf(entityId: string, signInUrl: string, certificates: readonly string[]): string {
	const keys = certificates.map(
		(certificate) =>
			`<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
	)
	return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">
<md:IDPSSODescriptor protocolSupportEnumeration="${names.protocol}">
${keys.join('\n')}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escaped(signInUrl)}"/>
</md:IDPSSODescriptor>
</md:EntityDescriptor>
`
}

function newId(): string {
	return `_${randomBytes(16).toString('hex')}`
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
}
