import { z } from 'zod'
import { readBody } from '#server/apis/auth/schemas.ts'
import type { SsoDependencies } from '#server/apis/auth/sso/service-provider.ts'
import {
	type AttributeMapping,
	attributeMappingSchema,
} from '#server/features/universities/attribute-mapping.ts'
import { obtainMetadata, readDomain } from '#server/features/universities/read-domains-and-metadata.ts'
import type { NewProvider } from '#server/features/universities/stored-providers.ts'
import { validationFailed } from '#server/platform/errors.ts'

/** The most bytes that a body may have. This is enough for the longest metadata, even if its quotes are escaped. */
const longestBody = 524_288

const nameIdFormats = [
	'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
	'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
	'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
	'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
] as const

const text = z.string().nullish()

export const providerSchema = z.object({
	type: text,
	metadata_url: text,
	metadata_xml: text,
	domains: z.array(z.string().max(253)).max(200).nullish(),
	attribute_mapping: attributeMappingSchema.nullish(),
	name_id_format: text,
	resource_id: z.string().max(200).nullish(),
	disabled: z.boolean().nullish(),
})

type ProviderBody = z.infer<typeof providerSchema>

/** Contains only the fields that the body has. Null removes a value. */
interface ProviderChange {
	resourceId?: string | null
	disabled?: boolean
	metadata?: { entityId: string; xml: string; url: string | null }
	domains?: string[]
	mapping?: AttributeMapping
	nameIdFormat?: string | null
}

type ReadingDependencies = Pick<SsoDependencies, 'isLocal' | 'clock'>

/** Reads a new provider. If the body contains only the address of the metadata, fetches the metadata from there. */
export async function readNewProvider(request: Request, auth: ReadingDependencies): Promise<NewProvider> {
	const body = await readBody(request, providerSchema, longestBody)
	if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
	const change = await changeOf(body, auth)
	if (change.metadata === undefined) throw validationFailed('Either metadata_xml or metadata_url must be set')
	return {
		resourceId: change.resourceId ?? null,
		disabled: change.disabled ?? false,
		entityId: change.metadata.entityId,
		metadataXml: change.metadata.xml,
		metadataUrl: change.metadata.url,
		domains: change.domains ?? [],
		mapping: change.mapping ?? {},
		nameIdFormat: change.nameIdFormat ?? null,
	}
}

/** Reads the changes to a provider. */
export async function readChange(request: Request, auth: ReadingDependencies): Promise<ProviderChange> {
	return await changeOf(await readBody(request, providerSchema, longestBody), auth)
}

async function changeOf(body: ProviderBody, auth: ReadingDependencies): Promise<ProviderChange> {
	const { attribute_mapping: mapping, name_id_format: format, resource_id: resourceId, disabled } = body
	if (format && !nameIdFormats.some((known) => known === format))
		throw validationFailed(`name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`)
	const domains = body.domains?.map(readDomain)
	const { metadata_url: url, metadata_xml: xml } = body
	const metadata = url || xml ? await obtainMetadata({ url, xml }, auth) : undefined
	return {
		...(resourceId === undefined || resourceId === null ? {} : { resourceId: resourceId || null }),
		...(disabled === undefined || disabled === null ? {} : { disabled }),
		...(metadata === undefined ? {} : { metadata }),
		...(domains === undefined ? {} : { domains: [...new Set(domains)] }),
		...(mapping ? { mapping } : {}),
		...(format === undefined || format === null ? {} : { nameIdFormat: format || null }),
	}
}
