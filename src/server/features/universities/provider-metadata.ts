import { X509Certificate } from 'node:crypto'
import { unusable } from './errors.ts'
import { allElements, attributeOf, childrenNamed, namespaces, parseXml, textOf, XmlError } from './xml.ts'

const longestMetadata = 262_144
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const leastBits = 2_048

/** What the metadata of an identity provider says. */
export interface ProviderMetadata {
	entityId: string
	/** The URL that browsers are sent to for signing in. */
	signInUrl: string
	/** The certificates of its signing keys, in base64. */
	certificates: string[]
	validUntil: Date | undefined
}

interface MetadataRules {
	/** Whether the shop runs on the owner's own machine, where URLs may be http. */
	isLocal: boolean
}

/** Reads the metadata of one identity provider. Throws `validation_failed` with the reason if it cannot be used. */
export function readMetadata(xml: string, rules: MetadataRules): ProviderMetadata {
	try {
		return read(parseXml(xml, { longest: longestMetadata, comments: true }), rules)
	} catch (error) {
		if (error instanceof XmlError) throw unusable(`SAML Metadata is not usable XML: ${error.message}`)
		throw error
	}
}

function read(root: Element, { isLocal }: MetadataRules): ProviderMetadata {
	if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== namespaces.metadata)
		throw unusable('SAML Metadata has no EntityDescriptor at its root')
	const entityId = attributeOf(root, 'entityID') ?? ''
	if (entityId === '' || entityId.length > 1_024) throw unusable('SAML Metadata does not contain an EntityID')
	const [provider, ...others] = childrenNamed(root, namespaces.metadata, 'IDPSSODescriptor')
	if (provider === undefined) throw unusable('SAML Metadata does not contain any IDPSSODescriptor')
	if (others.length > 0) throw unusable('SAML Metadata contains multiple IDPSSODescriptors')
	const signInUrl = childrenNamed(provider, namespaces.metadata, 'SingleSignOnService')
		.filter((service) => attributeOf(service, 'Binding') === redirectBinding)
		.map((service) => attributeOf(service, 'Location') ?? '')[0]
	if (signInUrl === undefined || !isUsableUrl(signInUrl, isLocal))
		throw unusable(
			'SAML Metadata has no SingleSignOnService with the HTTP-Redirect binding and an https address',
		)
	const certificates = childrenNamed(provider, namespaces.metadata, 'KeyDescriptor')
		.filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
		.flatMap(certificatesIn)
		.filter(isStrong)
	if (certificates.length === 0)
		throw unusable(
			`SAML Metadata has no certificate for signing with an RSA key of at least ${leastBits} bits`,
		)
	const until = new Date(attributeOf(root, 'validUntil') ?? Number.NaN)
	return {
		entityId,
		signInUrl,
		certificates: [...new Set(certificates)],
		validUntil: Number.isNaN(until.getTime()) ? undefined : until,
	}
}

/** Reports whether a browser or this server may be sent to a URL: it must be https. On a local run, http is allowed too. */
export function isUsableUrl(text: string, isLocal: boolean): boolean {
	if (text.length > 2_048 || !URL.canParse(text)) return false
	const { protocol, username, password } = new URL(text)
	return (protocol === 'https:' || (isLocal && protocol === 'http:')) && username === '' && password === ''
}

function certificatesIn(key: Element): string[] {
	return allElements(key)
		.filter((each) => each.namespaceURI === namespaces.signature && each.localName === 'X509Certificate')
		.map((each) => textOf(each).replaceAll(/\s+/g, ''))
}

function isStrong(certificate: string): boolean {
	try {
		const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
		const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0
		return publicKey.asymmetricKeyType === 'rsa' && bits >= leastBits
	} catch {
		return false
	}
}
