import type { Clock } from '#shared/clock.ts'
import { metadataUnreadable, unusable } from './errors.ts'
import { isUsableUrl, readMetadata } from './provider-metadata.ts'

const timeoutMs = 5_000
const longestBytes = 262_144

/** The metadata of a provider that is to be stored. */
export interface ObtainedMetadata {
	entityId: string
	xml: string
	/** The URL from which it is read again; null if it was given as XML. */
	url: string | null
}

/** Reads and checks the metadata of a provider, from its URL or as XML. Throws `validation_failed`. */
export async function obtainMetadata(
	{ url, xml: given }: { url?: string | null | undefined; xml?: string | null | undefined },
	{ isLocal, clock }: { isLocal: boolean; clock: Clock },
): Promise<ObtainedMetadata> {
	if (url && given) throw unusable('Only one of metadata_xml or metadata_url needs to be set')
	const xml = given || (await fetchMetadata(url ?? '', { isLocal }))
	const { entityId, validUntil } = readMetadata(xml, { isLocal })
	if (validUntil !== undefined && validUntil <= clock.now()) throw unusable('SAML Metadata has expired')
	return { entityId, xml, url: url || null }
}

/** Returns a domain in the form that it has in email addresses. Throws `validation_failed`. */
export function readDomain(given: string): string {
	const domain = given.trim()
	// Checked before it is lowercased: the Kelvin sign would become a k.
	if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(domain))
		throw unusable(`'${domain.slice(0, 100)}' is not a domain`)
	return domain.toLowerCase()
}

/** Reads metadata from its URL. Throws `validation_failed` or `saml_metadata_fetch_failed`. */
export async function fetchMetadata(url: string, { isLocal }: { isLocal: boolean }): Promise<string> {
	if (!URL.canParse(url)) throw unusable('metadata_url is not a valid URL')
	if (!isUsableUrl(url, isLocal)) throw unusable('metadata_url is not a HTTPS URL')
	try {
		const response = await fetch(url, {
			headers: { accept: 'application/samlmetadata+xml, application/xml' },
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		})
		if (!response.ok) throw new Error(`it answered ${response.status}`)
		return await readText(response)
	} catch (error) {
		throw metadataUnreadable(error)
	}
}

async function readText({ body }: Response): Promise<string> {
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of body ?? []) {
		size += chunk.length
		if (size > longestBytes) throw new Error('it is too long')
		chunks.push(chunk)
	}
	return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
