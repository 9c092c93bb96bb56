import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { ssoProviderDisabled, ssoProviderNotFound } from '#server/apis/auth/sso/errors.ts'
import {
	type AttributeMapping,
	attributeMappingSchema,
} from '#server/features/universities/attribute-mapping.ts'
import { readMetadata } from '#server/features/universities/provider-metadata.ts'
import {
	type ProviderRow,
	providerColumns,
	providerRowSchema,
} from '#server/features/universities/stored-providers.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** An identity provider at which users can sign in. */
export interface IdentityProvider {
	id: string
	entityId: string
	signInUrl: string
	certificates: readonly string[]
	/** The domains of the addresses that the provider may vouch for. */
	domains: readonly string[]
	mapping: AttributeMapping
	nameIdFormat: string | undefined
}

/** Which provider a sign-in is for. */
export type ProviderKey = { id: string } | { domain: string }

/** Returns the stored provider. Throws `sso_provider_not_found`, and `sso_provider_disabled` for one that the owner has switched off. */
export async function requireProvider(
	{ database }: Pick<AuthDependencies, 'database'>,
	key: ProviderKey,
): Promise<ProviderRow> {
	const row = await maybeOne(
		database,
		sql`select ${providerColumns} from auth.sso_providers p where ${matches(key)}`,
		providerRowSchema,
	)
	if (row === undefined)
		throw ssoProviderNotFound(
			'id' in key ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
		)
	if (row.disabled) throw ssoProviderDisabled()
	return row
}

function matches(key: ProviderKey): Sql {
	return 'id' in key
		? sql`p.id = ${key.id}`
		: sql`p.id = (select sso_provider_id from auth.sso_domains where domain = ${key.domain.toLowerCase()})`
}

/** Returns the provider as described by its metadata. */
export function openProvider(row: ProviderRow, rules: { isLocal: boolean }): IdentityProvider {
	const { signInUrl, certificates } = readMetadata(row.metadata_xml, rules)
	return {
		id: row.id,
		entityId: row.entity_id,
		signInUrl,
		certificates,
		domains: row.domains.map(({ domain }) => domain),
		mapping: attributeMappingSchema.parse(row.attribute_mapping),
		nameIdFormat: row.name_id_format ?? undefined,
	}
}
