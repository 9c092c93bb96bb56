import type { Logger } from 'pino'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { readMetadata } from '#server/features/universities/provider-metadata.ts'
import { fetchMetadata } from '#server/features/universities/read-domains-and-metadata.ts'
import type { ProviderRow } from '#server/features/universities/stored-providers.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/** How old metadata may be before a sign-in fetches it again. Universities replace their certificates from time to time. */
const freshMs = 3_600_000

/**
 * Returns the provider. If its stored metadata is more than an hour old and the address of the metadata is known, fetches the
 * metadata again first. If that fails, the stored metadata is used for another hour, so that users can sign in during an outage
 * at that address.
 */
export async function withFreshMetadata(
	{ database, clock }: Pick<AuthDependencies, 'database' | 'clock'>,
	provider: ProviderRow,
	{ isLocal, log }: { isLocal: boolean; log: Logger },
): Promise<ProviderRow> {
	const now = clock.now()
	if (provider.metadata_url === null) return provider
	// Of several concurrent sign-ins, only one fetches the metadata.
	const isClaimed = await exists(
		database,
		sql`
		update auth.sso_providers set metadata_read_at = ${now}
		where id = ${provider.id} and metadata_read_at < ${new Date(now.getTime() - freshMs)} returning id`,
	)
	if (!isClaimed) return provider
	try {
		const xml = await fetchMetadata(provider.metadata_url, { isLocal })
		if (readMetadata(xml, { isLocal }).entityId !== provider.entity_id)
			throw new Error('the metadata is that of another provider')
		await database.query(sql`
			update auth.sso_providers set metadata_xml = ${xml}, updated_at = ${now}
			where id = ${provider.id} and metadata_url = ${provider.metadata_url}`)
		return { ...provider, metadata_xml: xml }
	} catch (error) {
		log.warn(
			{ err: error, ssoProvider: provider.id },
			'the metadata of an identity provider could not be read again',
		)
		return provider
	}
}
