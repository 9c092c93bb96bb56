import { z } from 'zod'
import { isLocalHost } from '#server/config/setting-fields.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Obstacle, sentenceOf } from '#server/platform/obstacle.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'

const liveSiteSchema = z.object({
	site_url: z.string().nullable(),
	is_rehearsal: z.boolean(),
	is_half_restored: z.boolean(),
	restored_from: z.date().nullable(),
})

/** The site that this process serves. */
export interface ThisSite {
	siteUrl: string
	isRehearsal: boolean
}

interface Claim extends ThisSite {
	isPublic: boolean
}

/**
 * Records which public site or rehearsal a new database belongs to. Returns the reason if the shop must not act on this database,
 * and undefined if it may. It must not act on a restored backup or on a copy of another site's database, because customers would
 * be charged or emailed twice. Throws an `Error` with a message for the owner if a live site has the database of a rehearsal, or
 * the other way round.
 */
export async function claimDatabase(
	database: Pick<Database, 'query'>,
	{ isPublic, ...site }: Claim,
): Promise<Obstacle | undefined> {
	if (isPublic || site.isRehearsal)
		await database.query(sql`
			update shop.live_site set site_url = ${site.siteUrl}, is_rehearsal = ${site.isRehearsal}
			where site_url is null and restored_at is null`)
	const quarantine = await findQuarantine(database, site)
	if (quarantine?.mayStart === false) throw new Error(sentenceOf(quarantine.obstacle))
	return quarantine?.obstacle
}

interface Quarantine {
	obstacle: Obstacle
	/** The time of the backup. The provider may know of events since then that the database lacks. */
	backupFrom: Date | undefined
	/**
	 * Whether the owner may end the quarantine. False if rows are missing because the restore did not finish, or if a live site and
	 * a rehearsal have been mixed up.
	 */
	mayEnd: boolean
	/** Whether the shop may start, and show its pages. */
	mayStart: boolean
}

/** Returns the reason if the shop must not act on this database, and undefined if it may. */
export async function findQuarantine(
	database: Pick<Database, 'query'>,
	site: ThisSite,
): Promise<Quarantine | undefined> {
	const found = await maybeOne(
		database,
		sql`
			select site_url, is_rehearsal, restored_from, coalesce(not isfinite(restored_at), false) as is_half_restored from shop.live_site`,
		liveSiteSchema,
	)
	const otherStage = found && otherStageOf(found, site)
	if (otherStage !== undefined)
		return { obstacle: otherStage, backupFrom: undefined, mayEnd: false, mayStart: false }
	const says = reasonOf(found, site.siteUrl)
	if (says === undefined) return undefined
	if (found?.is_half_restored === true)
		return {
			obstacle: { says, todo: 'Restore the backup again, into a new, empty database or a new DATA_DIR.' },
			backupFrom: undefined,
			mayEnd: false,
			mayStart: true,
		}
	const todo =
		'Until you run `npm run admin -- resume --by "<your name>"`, the pages show, but nobody is charged, refunded or emailed, and nothing is compared with Stripe.'
	return {
		obstacle: { says, todo },
		backupFrom: found?.restored_from ?? undefined,
		mayEnd: true,
		mayStart: true,
	}
}

/**
 * Returns the obstacle if a live site has the database of a rehearsal, or the other way round. The first start decides what a
 * database is for, because purchases paid with test cards must never count as sales.
 */
function otherStageOf(
	{ site_url, is_rehearsal, restored_from }: z.infer<typeof liveSiteSchema>,
	{ isRehearsal }: ThisSite,
): Obstacle | undefined {
	const isNew = site_url === null && restored_from === null
	if (isNew || is_rehearsal === isRehearsal) return undefined
	const ownPlaces = 'an empty database in DATABASE_URL, and its own DATA_DIR, STORAGE_URL and BACKUP_TO'
	return is_rehearsal
		? {
				says: `the database is that of the rehearsal of ${site_url}, whose purchases were paid with test cards`,
				todo: `Give the live shop ${ownPlaces}. To go on rehearsing, set STAGE=rehearsal.`,
			}
		: {
				says: `STAGE is rehearsal, and the database is that of a shop (${site_url})`,
				todo: `Give the rehearsal ${ownPlaces}.`,
			}
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

/** Lets the shop act on the database again. From now on the database belongs to this site. */
export async function endQuarantine(
	database: Pick<Database, 'query'>,
	siteUrl: string,
	by: string,
): Promise<void> {
	await database.query(sql`
		update shop.live_site set site_url = ${siteUrl}, restored_at = null, restored_from = null,
			resumed_by = ${by}, resumed_at = now()`)
}

/**
 * Returns a provider that rejects every call. It still verifies the events that arrive, so that they can be stored. Only
 * functions that send nothing to the provider are passed on, each by name, so that a new function is never passed on without a
 * decision here.
 */
export function quarantinedPayments(
	{ pageOf, verifyEvent, readEvent }: Pick<PaymentProvider, 'pageOf' | 'verifyEvent' | 'readEvent'>,
	{ says, todo }: Obstacle,
): Required<PaymentProvider> {
	const refuse = async (): Promise<never> => {
		throw new ProviderFailure({ definite: true, asked: false, cause: new Error(`${says}. ${todo}`) })
	}
	// biome-ignore lint/correctness/useYield: it only refuses.
	async function* refuseList(): AsyncGenerator<never> {
		await refuse()
	}
	return {
		pageOf,
		verifyEvent,
		readEvent,
		closedBecause: 'The shop is closed for the moment, so you can’t buy just now. You haven’t been charged.',
		openCheckout: refuse,
		getCheckout: refuse,
		expireCheckout: refuse,
		refund: refuse,
		refundPart: refuse,
		getPayment: refuse,
		hasFailed: refuse,
		getCardCountry: refuse,
		answerDispute: refuse,
		putDiscountCode: refuse,
		ping: refuse,
		listCheckouts: refuseList,
		listPayments: refuseList,
		listRefunds: refuseList,
		listFraudWarnings: refuseList,
		listDisputes: refuseList,
		listMovements: refuseList,
		listPayouts: refuseList,
		listMovementsOfPayout: refuseList,
	}
}
