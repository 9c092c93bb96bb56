import { z } from 'zod'
import { isLocalHost } from '#server/platform/config/setting-fields.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'

const liveSiteSchema = z.object({
	site_url: z.string().nullable(),
	is_half_restored: z.boolean(),
	restored_from: z.date().nullable(),
})

interface Site {
	siteUrl: string
	isPublic: boolean
}

/**
 * Records which public site a new database belongs to. Returns why the shop may not act on this database, if so: it was restored from a
 * backup, or is a copy of another site's, whose customers must not be charged or emailed twice.
 */
export async function claimDatabase(
	database: Pick<Database, 'query'>,
	{ siteUrl, isPublic }: Site,
): Promise<Obstacle | undefined> {
	if (isPublic)
		await database.query(sql`
			update shop.live_site set site_url = ${siteUrl} where site_url is null and restored_at is null`)
	return (await findQuarantine(database, siteUrl))?.obstacle
}

interface Quarantine {
	obstacle: Obstacle
	/** The time of the backup. The payment provider may know of later events that the database lacks. */
	backupFrom: Date | undefined
	/** False if the restore did not finish, so that rows are missing. */
	mayEnd: boolean
}

/** Returns why the shop may not act on this database, if so. */
export async function findQuarantine(
	database: Pick<Database, 'query'>,
	siteUrl: string,
): Promise<Quarantine | undefined> {
	const [found] = await database.query(
		sql`
			select site_url, restored_from, coalesce(not isfinite(restored_at), false) as is_half_restored from shop.live_site`,
		liveSiteSchema,
	)
	const says = reasonOf(found, siteUrl)
	if (says === undefined) return undefined
	if (found?.is_half_restored === true)
		return {
			obstacle: { says, todo: 'Restore the backup again, into a new, empty database or a new DATA_DIR.' },
			backupFrom: undefined,
			mayEnd: false,
		}
	const todo =
		'Until you run `npm run admin -- resume`, the pages show, but nobody is charged, refunded or emailed, and nothing is compared with Stripe.'
	return { obstacle: { says, todo }, backupFrom: found?.restored_from ?? undefined, mayEnd: true }
}

function reasonOf(found: z.infer<typeof liveSiteSchema> | undefined, siteUrl: string): string | undefined {
	if (found === undefined) return undefined
	const { site_url, restored_from, is_half_restored } = found
	if (is_half_restored) return 'restoring a backup into this database did not finish, so rows are missing'
	if (restored_from !== null)
		return `the database was restored from a backup of ${restored_from.toISOString().replace('T', ' ').slice(0, 16)} UTC`
	if (site_url === null || site_url === siteUrl || isLocalHost(new URL(site_url).hostname)) return undefined
	return `the database belongs to ${site_url}, and this is ${siteUrl}`
}

/** Lets the shop act on the database, which belongs to this site from now on. */
export async function endQuarantine(
	database: Pick<Database, 'query'>,
	siteUrl: string,
	by: string,
): Promise<void> {
	await database.query(sql`
		update shop.live_site set site_url = ${siteUrl}, restored_at = null, restored_from = null,
			resumed_by = ${by}, resumed_at = now()`)
}

/** Returns a provider that rejects every call. Events that arrive are still verified, so that they can be stored. */
export function quarantinedPayments(payments: PaymentProvider, { says, todo }: Obstacle): PaymentProvider {
	const refuse = async (): Promise<never> => {
		throw new ProviderFailure({ definite: true, cause: new Error(`${says}. ${todo}`) })
	}
	// biome-ignore lint/correctness/useYield: it only refuses.
	async function* refuseList(): AsyncGenerator<never> {
		await refuse()
	}
	return {
		...payments,
		closedBecause: 'The shop is closed for the moment, so you can’t buy just now. You haven’t been charged.',
		openCheckout: refuse,
		getCheckout: refuse,
		expireCheckout: refuse,
		refund: refuse,
		refundPart: refuse,
		getPayment: refuse,
		listCheckouts: refuseList,
		listPayments: refuseList,
		listRefunds: refuseList,
		listDisputes: refuseList,
		listMovements: refuseList,
	}
}
