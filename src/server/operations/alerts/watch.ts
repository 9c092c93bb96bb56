import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { alertMail } from '#server/operations/alerts/alert-mail.ts'
import { findDiskTrouble } from '#server/operations/alerts/find-troubles.ts'
import { raiseAlert, raiseEnd } from '#server/operations/alerts/raise-alert.ts'
import { pagesAgain, stalePages } from '#server/operations/alerts/stale-pages.ts'
import type { AlertText, End, Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readDiskSpace } from '#server/platform/disk.ts'
import { createOutage, type Outage } from '#server/platform/outage.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import type { Clock } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'

interface WatchOptions {
	database: Database
	/** Rejects with the reason if the database is not ready. */
	requireDatabase: () => Promise<void>
	/** Whether to watch the database and the disk as well as the payment provider. True in only one process on each machine. */
	watchesMachine: boolean
	/** Records whether the payment provider answers the shop's own calls. */
	providerOutage: Outage
	payments: Pick<PaymentProvider, 'ping'>
	/** Records whether this server can render its pages. */
	pagesOutage: Outage
	mailer: Mailer
	config: { siteUrl: string; dataDir: string; alertsTo: string | undefined }
	clock: Clock
	log: Logger
	/** The interval between two checks, in milliseconds; thirty seconds by default. */
	everyMs?: number
}

/** The kinds of trouble whose end is emailed from here. */
export const endable = ['stripe', 'pages'] as const

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const patienceMs = 5 * minuteMs
const longestReason = 200

/**
 * Watches what other servers cannot see: whether the database and the payment provider answer this server, whether it can render
 * its pages, and how full its disk is. No job can run while the database is unreachable, so the email about that is sent from here.
 */
export function startWatch(options: WatchOptions): { stop(): void } {
	const { everyMs = minuteMs / 2, log, clock, payments } = options
	const databaseOutage = createOutage(() => clock.now())
	// A shop that nobody visits makes no calls, so a key that does not work would go unnoticed.
	const asked = payments.ping().catch(() => {})
	// Seen by a process that has ended, perhaps: then only this one can tell that they are over.
	const alerted = new Set<string>(endable)
	let isLooking = false
	const timer = setInterval(async () => {
		if (isLooking) return
		isLooking = true
		try {
			await asked
			await look(options, databaseOutage, alerted)
		} catch (error) {
			log.warn({ err: error }, 'the owner could not be alerted; trying again')
		} finally {
			isLooking = false
		}
	}, everyMs)
	timer.unref()
	return { stop: () => clearInterval(timer) }
}

/**
 * Checks once. Throws if an alert could be neither queued nor sent. `alerted` has the kinds of trouble that this process has seen
 * last: another server may still see an outage that is over for this one.
 */
export async function look(
	options: WatchOptions,
	databaseOutage: Outage,
	alerted: Set<string> = new Set(),
): Promise<void> {
	const { database, requireDatabase, providerOutage, payments, pagesOutage, config, clock, watchesMachine } =
		options
	const now = clock.now()
	try {
		if (watchesMachine) await requireDatabase()
		databaseOutage.answered()
	} catch (error) {
		databaseOutage.failed(reasonOf(error))
	}
	const away = databaseOutage.current()
	if (away !== undefined) {
		if (hasLasted(away, now)) await sendDatabaseAlert(options, away, now)
		return
	}
	// The shop's own calls notice when an outage begins. The provider limits the number of calls, so this one is made only to
	// notice when the outage ends.
	if (providerOutage.current() !== undefined) await payments.ping().catch(() => {})
	const provider = providerOutage.current()
	const pages = pagesOutage.current()
	const troubles = [
		provider !== undefined && hasLasted(provider, now) ? providerTrouble(provider) : undefined,
		watchesMachine
			? findDiskTrouble({ folder: config.dataDir, ...(await readDiskSpace(config.dataDir)) }, hostname())
			: undefined,
		pages !== undefined && hasLasted(pages, now) ? stalePages(pages) : undefined,
	]
	for (const trouble of troubles) if (trouble !== undefined) await raiseAlert(database, trouble, now)
	if (troubles[0] !== undefined) alerted.add('stripe')
	else if (provider === undefined && alerted.delete('stripe')) await raiseEnd(database, providerAnswers, now)
	if (troubles[2] !== undefined) alerted.add('pages')
	else if (pages === undefined && alerted.delete('pages')) await raiseEnd(database, pagesAgain, now)
}

function hasLasted({ since }: { since: Date }, now: Date): boolean {
	return now.getTime() - since.getTime() >= patienceMs
}

function providerTrouble({ since, reason }: { since: Date; reason: string }): Trouble {
	return {
		kind: 'stripe',
		title: 'Stripe doesn’t answer',
		meaning: 'Nobody can buy until it does. Everything that has been paid for will be delivered then.',
		facts: factsOf(since, reason),
		todo: 'See whether it is Stripe, your key or your network:',
		command: commandPages.doctor.command,
		link: { label: 'See Stripe’s status', href: 'https://status.stripe.com' },
		cases: [{ id: 'away', repeats: true }],
	}
}

const providerAnswers: End = {
	kind: 'stripe',
	title: 'Stripe answers again',
	meaning: 'Buyers can pay again. What was paid for in the meantime is being delivered.',
	facts: [],
	todo: 'Nothing is left to do. If you want to be sure, this checks everything:',
	command: commandPages.doctor.command,
}

function databaseText({ since, reason }: { since: Date; reason: string }): AlertText {
	return {
		title: 'The database doesn’t answer',
		meaning: 'The pages still load, but nobody can sign in, buy or download until it does.',
		facts: [...factsOf(since, reason), { label: 'Server', value: hostname() }],
		todo: 'Start it again. Then see whether anything else is wrong:',
		command: commandPages.doctor.command,
	}
}

function factsOf(since: Date, reason: string) {
	return [
		{ label: 'Since', value: momentOf(since) },
		{ label: 'Reason', value: reason },
	]
}

function reasonOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).slice(0, longestReason)
}

/** When this process last sent the alert. Needed only if the file cannot be written. */
let latestHere = 0

/**
 * Sends the alert about an unreachable database, at most once a day for each machine. The time of the last alert is in a file,
 * because the database cannot store it.
 */
async function sendDatabaseAlert(
	{ mailer, config }: WatchOptions,
	away: { since: Date; reason: string },
	now: Date,
): Promise<void> {
	const { alertsTo: to, siteUrl, dataDir } = config
	if (to === undefined) return
	const file = join(dataDir, 'database-alert')
	const noted = Date.parse((await readFile(file, 'utf8').catch(() => '')).trim()) || 0
	if (now.getTime() - Math.max(noted, latestHere) < dayMs) return
	// What the shop is called can't be read.
	const shop = new URL(siteUrl).host
	await mailer.send(
		alertMail({ to, shop, siteUrl, kind: 'database', text: databaseText(away), raisedAt: now }),
	)
	latestHere = now.getTime()
	await writeFile(file, `${now.toISOString()}\n`).catch(() => {})
}
