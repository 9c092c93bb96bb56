import { fileURLToPath } from 'node:url'
import { catalogue } from '#catalogue/index.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { findStoreObstacle, openFileStore } from '#server/adapters/files/open-file-store.ts'
import { renewSecrets } from '#server/apis/auth/factors/renew-secrets.ts'
import type { Config } from '#server/config/config.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { loadGoods } from '#server/features/editions/load-goods.ts'
import { addOwnerCommand, hasOwner } from '#server/features/staff/list-members.ts'
import { makeSignInLink } from '#server/features/staff/staff-links.ts'
import {
	describeWrongKey,
	tryEncryptionKeys,
	wrongKeyTodo,
} from '#server/operations/readings/try-encryption-keys.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { claimDatabase } from '#server/shop/live-site.ts'
import { systemClock } from '#shared/clock.ts'
import type { Neighbours } from './launch-neighbours.ts'
import type { PreparedShop } from './open-shop.ts'

interface PrepareOptions {
	/** Prints a line of progress to the terminal. */
	say: (line: string) => void
	/** Receives the token of the link with which owners sign in on their own machine. */
	onSignInLink: (token: string) => void
}

const goodsFolder = fileURLToPath(new URL('../../../goods', import.meta.url))

/** Does what must be done once before the shop opens: database, goods and catalogue. */
export async function prepareShop(
	config: Config,
	{ keys, sandboxSmtpUrl, ownDatabase }: Neighbours,
	{ say, onSignInLink }: PrepareOptions,
): Promise<PreparedShop> {
	const { databaseUrl } = config
	const logins =
		databaseUrl === undefined
			? (await ownDatabase()).logins
			: await migrateDatabase({
					ownerUrl: databaseUrl,
					apiUrl: config.databaseApiUrl,
					jobsUrl: config.databaseJobsUrl,
					log: say,
				})
	const storeObstacle = await findStoreObstacle(config)
	if (storeObstacle) throw new Error(sentenceOf(storeObstacle))
	const database = openDatabase({ ...logins, onError: () => {} })
	try {
		const quarantine = await claimDatabase(database, {
			...config,
			isRehearsal: config.rehearsal !== undefined,
		})
		// Files first: servers that are already selling must not see a catalogue whose files are missing.
		const files = openFileStore(config)
		await loadGoods({ database, files, goodsDir: goodsFolder, catalogue, log: say })
		await syncCatalogue(database, await readStarterShop(config.mailTexts))
		const { formerEncryptionKey: former } = config
		if (former !== undefined) {
			const renewed = await renewSecrets(database, { current: keys.authEncryptionKey, former })
			say(
				`All secrets of authenticator apps are now encrypted with AUTH_ENCRYPTION_KEY (${renewed} were not). Once every server has reported this for the new key, remove AUTH_FORMER_ENCRYPTION_KEY.`,
			)
		}
		const wrongKey = describeWrongKey(
			await tryEncryptionKeys(database, [keys.authEncryptionKey, ...(former === undefined ? [] : [former])]),
		)
		if (wrongKey !== undefined) say(`${wrongKey}. ${wrongKeyTodo}`)
		if (config.admin !== undefined) {
			if (!config.isPublic) onSignInLink(await makeSignInLink({ database, clock: systemClock }))
			else if (!(await hasOwner(database)))
				say(`The admin has no owner, so nobody can sign in to it. Run ${addOwnerCommand}`)
		}
		return { keys, logins, sandboxSmtpUrl: await sandboxSmtpUrl(), quarantine }
	} finally {
		await database.close()
	}
}
