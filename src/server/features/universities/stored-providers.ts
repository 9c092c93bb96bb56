import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { SitePart } from '#shared/site.ts'
import type { AttributeMapping } from './attribute-mapping.ts'
import { domainTaken, providerExists } from './errors.ts'

/** An identity provider as it is stored. */
export const providerRowSchema = z.object({
	id: z.uuid(),
	resource_id: z.string().nullable(),
	disabled: z.boolean(),
	entity_id: z.string(),
	metadata_xml: z.string(),
	metadata_url: z.string().nullable(),
	metadata_read_at: z.date(),
	attribute_mapping: z.unknown(),
	name_id_format: z.string().nullable(),
	created_at: z.date(),
	updated_at: z.date(),
	/** The times are strings, because PostgreSQL returns the domains as JSON. */
	domains: z.array(z.object({ domain: z.string(), created_at: z.string(), updated_at: z.string() })),
})

export type ProviderRow = z.infer<typeof providerRowSchema>

/** The columns of `providerRowSchema`, from `auth.sso_providers` under the name `p`. */
export const providerColumns = sql`
	p.id, p.resource_id, p.disabled, p.entity_id, p.metadata_xml, p.metadata_url, p.metadata_read_at, p.attribute_mapping,
	p.name_id_format, p.created_at, p.updated_at,
	(select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'created_at', d.created_at, 'updated_at', d.updated_at)
		order by d.domain), '[]') from auth.sso_domains d where d.sso_provider_id = p.id) as domains`

/** An identity provider that is to be added. */
export interface NewProvider {
	resourceId: string | null
	disabled: boolean
	entityId: string
	metadataXml: string
	metadataUrl: string | null
	domains: string[]
	mapping: AttributeMapping
	nameIdFormat: string | null
}

/** Stores a new provider with its domains, and returns its id. Throws `saml_idp_already_exists` or `sso_domain_already_exists`. */
export async function addProvider(tx: Transaction, given: NewProvider, now: Date): Promise<string> {
	const row = await maybeOne(
		tx,
		sql`
		insert into auth.sso_providers
			(resource_id, disabled, entity_id, metadata_xml, metadata_url, metadata_read_at, attribute_mapping, name_id_format, created_at, updated_at)
		values (
			${given.resourceId}, ${given.disabled}, ${given.entityId}, ${given.metadataXml}, ${given.metadataUrl}, ${now},
			${JSON.stringify(given.mapping)}::jsonb, ${given.nameIdFormat}, ${now}, ${now}
		)
		on conflict (entity_id) do nothing returning id`,
		z.object({ id: z.uuid() }),
	)
	if (row === undefined) throw providerExists(given.entityId)
	await setDomains(tx, row.id, given.domains, now)
	return row.id
}

/** Gives a provider these domains and no others. Throws `sso_domain_already_exists` if another provider has one of them. */
export async function setDomains(
	tx: Transaction,
	id: string,
	domains: readonly string[],
	now: Date,
): Promise<void> {
	await tx.execute(
		sql`delete from auth.sso_domains where sso_provider_id = ${id} and domain <> all(${[...domains]}::text[])`,
	)
	await tx.execute(sql`
		insert into auth.sso_domains (domain, sso_provider_id, created_at, updated_at)
		select domain, ${id}, ${now}, ${now} from unnest(${[...domains]}::text[]) domain on conflict (domain) do nothing`)
	const taken = await maybeOne(
		tx,
		sql`
		select domain, sso_provider_id from auth.sso_domains
		where domain = any(${[...domains]}::text[]) and sso_provider_id <> ${id}`,
		z.object({ domain: z.string(), sso_provider_id: z.uuid() }),
	)
	if (taken !== undefined) throw domainTaken(taken.domain, taken.sso_provider_id)
}

/** Returns the part of the pages that offers campus login, if at least one university with domains is set up. */
export async function readCampusParts(database: Pick<Database, 'query'>): Promise<readonly SitePart[]> {
	const isSetUp = await exists(
		database,
		sql`
		select from auth.sso_providers p join auth.sso_domains d on d.sso_provider_id = p.id where not p.disabled limit 1`,
	)
	return isSetUp ? ['campus-sign-in'] : []
}
