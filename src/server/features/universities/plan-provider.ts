import { defineAct } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { isLocalHost } from '#server/config/setting-fields.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { universitiesApi } from '#shared/admin/universities.ts'
import { obtainMetadata, readDomain } from './read-domains-and-metadata.ts'
import { addProvider, type ProviderRow, providerColumns, providerRowSchema } from './stored-providers.ts'

const universities = reading(universitiesApi.universities, {
	does: 'lists the universities whose members can sign in with their campus account',
	roles: ['owner'],
	read: async ({ database }) => ({
		rows: (await listStoredProviders(database)).map(({ domains, created_at, ...provider }) => ({
			...provider,
			domains: domains.map(({ domain }) => domain),
			added_at: created_at,
		})),
	}),
})

/** Reads the metadata first. Throws `DecisionError` if it can't be used. */
const addUniversity = defineAct(universitiesApi['add-university'], {
	does: 'lets the members of a university sign in with their campus account, provided that AUTH_SAML_KEY is set',
	log: 'Let a university’s members sign in',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ clock, config }, { metadata, domains: given }) => {
		const isLocal = isLocalHost(new URL(config.siteUrl).hostname)
		const { entityId, xml, url } = await orDecisionError(() =>
			obtainMetadata(metadata.startsWith('<') ? { xml: metadata } : { url: metadata }, { isLocal, clock }),
		)
		const domains = await orDecisionError(async () => [...new Set(given.map(readDomain))])
		const provider = {
			entityId,
			metadataXml: xml,
			metadataUrl: url,
			domains,
			// The name by which pages greet a member.
			mapping: { keys: { full_name: { names: ['displayName', 'urn:oid:2.16.840.1.113730.3.1.241'] } } },
			resourceId: null,
			disabled: false,
			nameIdFormat: null,
		}
		return {
			will: [
				`Lets members of ${domains.join(' and ')} sign in with the identity provider ${entityId}.`,
				'It vouches for every address at these domains: anyone it names with such an address is signed in to the account with that address.',
			],
			basis: [xml],
			execute: async (tx) => {
				const id = await orDecisionError(() => addProvider(tx, provider, clock.now()))
				return {
					answer: { id, entity_id: entityId, domains },
					details: { sso_provider_id: id, entity_id: entityId },
				}
			},
		}
	},
})

const removeUniversity = defineAct(universitiesApi['remove-university'], {
	does: 'stops sign-ins through a university; its members keep their accounts',
	log: 'Removed a university’s sign-in',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { university: name }) => {
		const found = (await listStoredProviders(database)).find(
			({ id, entity_id, domains }) =>
				[id, entity_id].includes(name) || domains.some(({ domain }) => domain === name.toLowerCase()),
		)
		if (found === undefined) throw new DecisionError(`There is no identity provider ${name}.`)
		const { id, entity_id } = found
		return {
			will: [
				`Removes the identity provider ${entity_id}: nobody can sign in with it any more.`,
				'Its members keep their accounts, and sign in with an emailed link. Those who are signed in stay signed in.',
			],
			execute: async (tx) => {
				await tx.execute(sql`delete from auth.sso_providers where id = ${id}`)
				return { answer: { id, entity_id }, details: { sso_provider_id: id, entity_id } }
			},
		}
	},
})

export const universityOperations = {
	universities,
	'add-university': addUniversity,
	'remove-university': removeUniversity,
}

/** Lists the identity providers, oldest first. */
async function listStoredProviders(database: Pick<Database, 'query'>): Promise<ProviderRow[]> {
	return await database.query(
		sql`select ${providerColumns} from auth.sso_providers p order by p.created_at, p.id`,
		providerRowSchema,
	)
}

async function orDecisionError<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (!(error instanceof AppError) || error.status >= 500) throw error
		const reason = error.cause instanceof Error ? ` (${error.cause.message})` : ''
		throw new DecisionError(`${error.message}${reason}.`, error)
	}
}
