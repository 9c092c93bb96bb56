import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import type { Clock } from '#shared/clock.ts'
import { obtainMetadata, readDomain } from './read-domains-and-metadata.ts'
import { addProvider, type ProviderRow, providerColumns, providerRowSchema } from './stored-providers.ts'

interface ProviderContext {
	database: Database
	clock: Clock
	/** Whether the shop runs on the owner's own machine, where a provider may be reached over http. */
	isLocal: boolean
}

interface Wanted {
	/** The URL of the metadata, or the metadata itself. */
	metadata: { url: string } | { xml: string }
	domains: readonly string[]
}

/** Lists the identity providers, oldest first. */
export async function listStoredProviders({
	database,
}: Pick<ProviderContext, 'database'>): Promise<ProviderRow[]> {
	return await database.query(
		sql`select ${providerColumns} from auth.sso_providers p order by p.created_at, p.id`,
		providerRowSchema,
	)
}

/**
 * Plans to let the members of a university sign in at its identity provider. Reads the metadata first. Throws `DecisionError`
 * if the metadata cannot be used.
 */
export async function planProvider(
	{ clock, isLocal }: Pick<ProviderContext, 'clock' | 'isLocal'>,
	{ metadata, domains }: Wanted,
): Promise<PlannedAct<{ id: string; entity_id: string; domains: string[] }>> {
	const { entityId, ...read } = await orDecisionError(() => obtainMetadata(metadata, { isLocal, clock }))
	const own = await orDecisionError(async () => [...new Set(domains.map(readDomain))])
	const provider = {
		entityId,
		metadataXml: read.xml,
		metadataUrl: read.url,
		domains: own,
		// The name by which pages greet a member.
		mapping: { keys: { full_name: { names: ['displayName', 'urn:oid:2.16.840.1.113730.3.1.241'] } } },
		resourceId: null,
		disabled: false,
		nameIdFormat: null,
	}
	return {
		will: [
			`Lets members of ${own.join(' and ')} sign in with the identity provider ${entityId}.`,
			'It vouches for every address at these domains: anyone it names with such an address is signed in to the account with that address.',
		],
		basis: [read.xml],
		execute: async (tx) => {
			const id = await orDecisionError(() => addProvider(tx, provider, clock.now()))
			return {
				details: { sso_provider_id: id, entity_id: entityId },
				answer: { id, entity_id: entityId, domains: own },
			}
		},
	}
}

/** Plans to remove an identity provider, named by its id, its entity id or one of its domains. */
export async function planProviderRemoval(
	admin: Pick<ProviderContext, 'database'>,
	name: string,
): Promise<PlannedAct<{ id: string; entity_id: string }>> {
	const providers = await listStoredProviders(admin)
	const found = providers.find(
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
			return { details: { sso_provider_id: id, entity_id }, answer: { id, entity_id } }
		},
	}
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
