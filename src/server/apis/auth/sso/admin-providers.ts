import type { Context } from 'hono'
import { z } from 'zod'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { ssoProviderAnswer, ssoProvidersAnswer } from '#server/apis/auth/answers.ts'
import { entityIdMismatch, ssoProviderNotFound } from '#server/apis/auth/sso/errors.ts'
import { providerSchema, readChange, readNewProvider } from '#server/apis/auth/sso/read-provider.ts'
import type { SsoDependencies } from '#server/apis/auth/sso/service-provider.ts'
import { deviceOf } from '#server/apis/auth/user/record-event.ts'
import {
	addProvider,
	type ProviderRow,
	providerColumns,
	providerRowSchema,
	setDomains,
} from '#server/features/universities/stored-providers.ts'
import { errorCode } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/** `GET /admin/sso/providers`: lists the identity providers, without their metadata. */
export function listProviders(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Lists the identity providers.',
			for: 'the service role',
			query: ['resource_id', 'resource_id_prefix'],
			answers: { 200: ssoProvidersAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		act: async (c) => {
			const { resource_id: id = '', resource_id_prefix: prefix = '' } = c.req.query()
			const filter =
				id !== ''
					? sql`where p.resource_id = ${id}`
					: prefix === ''
						? sql``
						: sql`where starts_with(p.resource_id, ${prefix})`
			const rows = await auth.database.query(
				sql`select ${providerColumns} from auth.sso_providers p ${filter} order by p.created_at, p.id`,
				providerRowSchema,
			)
			return c.json({ items: rows.map((row) => present({ ...row, metadata_xml: '' })) })
		},
	})
}

/** `POST /admin/sso/providers`: adds an identity provider. */
export function createProvider(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Adds an identity provider.',
			for: 'the service role',
			body: providerSchema,
			answers: { 201: ssoProviderAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: (c) => readNewProvider(c.req.raw, auth),
		act: async (c, admin, given) => {
			const now = auth.clock.now()
			const created = await auth.database
				.asServer(async (tx) => {
					const id = await addProvider(tx, given, now)
					const details = { sso_provider_id: id, entity_id: given.entityId }
					const { address } = deviceOf(c)
					await tx.execute(recordServiceAct({ ...admin, action: 'sso_provider_created', details, address }))
					return await readProvider(tx, sql`p.id = ${id}`)
				})
				.catch(orConflict)
			return c.json(present(created), 201)
		},
	})
}

/** `GET /admin/sso/providers/:id`: shows an identity provider. */
export function showProvider(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Shows an identity provider.',
			for: 'the service role',
			answers: { 200: ssoProviderAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: whichProvider,
		act: async (c, _admin, which) =>
			c.json(present(await auth.database.asServer((tx) => readProvider(tx, which)))),
	})
}

/**
 * `PUT /admin/sso/providers/:id`: changes the fields that the body contains. The entity id cannot change, as it identifies the
 * provider.
 */
export function changeProvider(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Changes an identity provider.',
			for: 'the service role',
			body: providerSchema,
			answers: { 200: ssoProviderAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: async (c) => ({ which: whichProvider(c), change: await readChange(c.req.raw, auth) }),
		act: async (c, admin, { which, change }) => {
			const now = auth.clock.now()
			const changed = await auth.database
				.asServer(async (tx) => {
					const row = await readProvider(tx, which)
					const { metadata, domains } = change
					if (metadata !== undefined && metadata.entityId !== row.entity_id)
						throw entityIdMismatch(row.entity_id, metadata.entityId)
					await tx.execute(sql`
					update auth.sso_providers set
						resource_id = ${change.resourceId === undefined ? row.resource_id : change.resourceId},
						disabled = ${change.disabled ?? row.disabled},
						metadata_xml = ${metadata?.xml ?? row.metadata_xml},
						metadata_url = ${metadata === undefined ? row.metadata_url : metadata.url},
						metadata_read_at = ${metadata === undefined ? row.metadata_read_at : now},
						attribute_mapping = ${JSON.stringify(change.mapping ?? row.attribute_mapping)}::jsonb,
						name_id_format = ${change.nameIdFormat === undefined ? row.name_id_format : change.nameIdFormat},
						updated_at = ${now}
					where id = ${row.id}`)
					if (domains !== undefined) await setDomains(tx, row.id, domains, now)
					const details = { sso_provider_id: row.id, entity_id: row.entity_id, changed: Object.keys(change) }
					const { address } = deviceOf(c)
					await tx.execute(recordServiceAct({ ...admin, action: 'sso_provider_changed', details, address }))
					return await readProvider(tx, sql`p.id = ${row.id}`)
				})
				.catch(orConflict)
			return c.json(present(changed))
		},
	})
}

/**
 * `DELETE /admin/sso/providers/:id`: removes an identity provider. Its users keep their accounts, and have to sign in another
 * way.
 */
export function deleteProvider(auth: SsoDependencies): Handler {
	return handle({
		about: {
			does: 'Removes an identity provider.',
			for: 'the service role',
			answers: { 200: ssoProviderAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: whichProvider,
		act: async (c, admin, which) => {
			const deleted = await auth.database.asServer(async (tx) => {
				const row = await readProvider(tx, which)
				await tx.execute(sql`delete from auth.sso_providers where id = ${row.id}`)
				const details = { sso_provider_id: row.id, entity_id: row.entity_id }
				const { address } = deviceOf(c)
				await tx.execute(recordServiceAct({ ...admin, action: 'sso_provider_deleted', details, address }))
				return row
			})
			return c.json(present(deleted))
		},
	})
}

const resourcePrefix = 'resource_'

/**
 * Returns the condition that finds the provider named in the URL. The URL contains the provider's id, or `resource_` followed by
 * the id that the owner gave it.
 */
function whichProvider(c: Context<Env>): Sql {
	const given = c.req.param('id') ?? ''
	if (given.startsWith(resourcePrefix)) return sql`p.resource_id = ${given.slice(resourcePrefix.length)}`
	const id = z.uuid().safeParse(given).data
	if (id === undefined) throw ssoProviderNotFound()
	return sql`p.id = ${id}`
}

async function readProvider(tx: Transaction, which: Sql): Promise<ProviderRow> {
	const row = await maybeOne(
		tx,
		sql`select ${providerColumns} from auth.sso_providers p where ${which} for update`,
		providerRowSchema,
	)
	if (row === undefined) throw ssoProviderNotFound()
	return row
}

/** Turns a violated unique constraint into an error about `resource_id`, which the caller chooses. */
function orConflict(error: unknown): never {
	if (errorCode(error) === '23505') throw validationFailed('resource_id belongs to another SSO provider')
	throw error
}

/** Returns a provider in the Auth API's format. */
function present(row: ProviderRow): Record<string, unknown> {
	return {
		id: row.id,
		...(row.resource_id === null ? {} : { resource_id: row.resource_id }),
		disabled: row.disabled,
		saml: {
			entity_id: row.entity_id,
			...(row.metadata_xml === '' ? {} : { metadata_xml: row.metadata_xml }),
			...(row.metadata_url === null ? {} : { metadata_url: row.metadata_url }),
			attribute_mapping: row.attribute_mapping,
			...(row.name_id_format === null ? {} : { name_id_format: row.name_id_format }),
		},
		domains: row.domains.map(({ domain, created_at, updated_at }) => ({
			domain,
			created_at: new Date(created_at).toISOString(),
			updated_at: new Date(updated_at).toISOString(),
		})),
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
	}
}
