import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { site as starterSite } from '#catalogue/site.ts'
import { findStoreObstacle, openFileStore } from '#server/adapters/files/open-file-store.ts'
import { createSmtpMailer, findMailObstacle } from '#server/adapters/mail/smtp-mailer.ts'
import { isLiveKey, type StripeAccount, stripeAccountOf } from '#server/adapters/payments/stripe-account.ts'
import type { Config } from '#server/config/config.ts'
import { type Keys, loadKeys } from '#server/config/local-keys.ts'
import type { PhoneSettings } from '#server/config/sms-settings.ts'
import { thisSiteOf } from '#server/operations/admin-cli/find-database.ts'
import { sandboxAnswers } from '#server/operations/admin-cli/open-records.ts'
import { checkAdminAnswers, checkOwner } from '#server/operations/doctor/check-admin.ts'
import { checkAlerts } from '#server/operations/doctor/check-alerts.ts'
import { checkBackups } from '#server/operations/doctor/check-backups.ts'
import { checkClaims } from '#server/operations/doctor/check-claims.ts'
import { checkClock } from '#server/operations/doctor/check-clock.ts'
import { checkDatabase, checkReplica, checkStage } from '#server/operations/doctor/check-database.ts'
import { checkEncryptionKey } from '#server/operations/doctor/check-encryption-key.ts'
import { checkFiles } from '#server/operations/doctor/check-files.ts'
import { checkMail } from '#server/operations/doctor/check-mail.ts'
import { createAskStripe } from '#server/operations/doctor/check-permissions.ts'
import { checkPictures } from '#server/operations/doctor/check-pictures.ts'
import { checkSettings } from '#server/operations/doctor/check-settings.ts'
import {
	checkAnswers,
	checkPages,
	checkRehearsal,
	checkSockets,
	checkStranger,
	checkWebhook,
} from '#server/operations/doctor/check-site.ts'
import { checkStripe } from '#server/operations/doctor/check-stripe.ts'
import { type Finding, runCheck } from '#server/operations/doctor/finding.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { runningPostgres } from '#server/platform/db/embedded/cluster.ts'
import { hasPlace } from '#server/platform/db/embedded/place.ts'
import { preparedLogins, withLoginOf } from '#server/platform/db/logins.ts'
import { rehearsalCookie } from '#server/platform/http/rehearsal-gate.ts'
import { readProducts } from '#server/shop/products.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { systemClock } from '#shared/clock.ts'

type Report = (findings: readonly Finding[]) => void

/**
 * Checks a whole installation, one check after another, while the shop runs. Sends an email and opens a checkout, but changes
 * none of the shop's data.
 */
export async function examine(config: Config, report: Report): Promise<Finding[]> {
	const all: Finding[] = []
	const add = (findings: readonly Finding[]) => {
		all.push(...findings)
		report(findings)
	}
	const { rehearsal, admin, phone } = config
	add(checkSettings(config))
	const keys = await loadKeys(config)
	const account = stripeAccountOf(config, keys)
	const site = siteOf(config, keys, account)
	// A rehearsal doesn't need everything that a live shop must have.
	const isPublic = config.isPublic && rehearsal === undefined

	const answers = await checkAnswers(site)
	add([answers])
	const isUp = answers.level === 'ok'
	const isSandboxStopped = !isUp && !(await sandboxAnswers(config.sandboxPort))
	const jobsUrl = await examineDatabase(config, site, add)
	add(
		config.stripe === undefined && isSandboxStopped
			? [stopped('Stripe', 'the sandbox that replaces it')]
			: await runCheck(
					'Stripe',
					() => stripeFindings(config, { account, jobsUrl, isPublic }),
					'Check that Stripe can be reached from here.',
				),
	)
	if (jobsUrl !== undefined) {
		const former = config.formerEncryptionKey === undefined ? [] : [config.formerEncryptionKey]
		add(
			await runCheck(
				'Keys',
				() => checkEncryptionKey(jobsUrl, [keys.authEncryptionKey, ...former]),
				'Check DATABASE_URL.',
			),
		)
		const stripeUrl = config.stripe === undefined ? undefined : 'https://api.stripe.com/'
		add(await runCheck('Clock', () => checkClock(jobsUrl, stripeUrl), 'Check DATABASE_URL.'))
	}
	if (isUp) await examineSite(site, { isRehearsal: rehearsal !== undefined, isPublic, add })
	if (admin !== undefined) {
		add([await checkAdminAnswers(admin.url, keys.publishableKey)])
		// Only on a public site: on the owner's own machine, the start prints a link that makes the first owner.
		if (config.isPublic && jobsUrl !== undefined)
			add(await runCheck('Admin', async () => [await checkOwner(jobsUrl)], 'Check DATABASE_URL.'))
	}
	add(
		config.smtpUrl === undefined && isSandboxStopped
			? [stopped('Mail', 'the sandbox mailbox')]
			: await runCheck('Mail', () => mailFindings(config, jobsUrl), 'Check SMTP_URL and MAIL_FROM.'),
	)
	if (phone !== undefined)
		add(await runCheck('Text messages', async () => [await loadedCheck(phone)], 'Check SMS_GATEWAY.'))
	add(await runCheck('Backups', () => checkBackups({ ...config, isPublic }, systemClock), 'Check BACKUP_TO.'))
	add(await runCheck('Claims', () => checkClaims(config, jobsUrl), 'Check DATABASE_URL.'))
	return all
}

/** Returns what the checks of the running site need to know about it. */
function siteOf({ siteUrl, rehearsal }: Config, keys: Keys, account: StripeAccount) {
	return {
		url: siteUrl,
		publishableKey: keys.publishableKey,
		webhookSecret: account.webhookSecret,
		isLive: isLiveKey(account.secretKey),
		catalogue,
		headers:
			rehearsal === undefined
				? {}
				: {
						cookie: rehearsalCookie({
							siteUrl,
							password: rehearsal.password,
							key: keys.authEncryptionKey,
						}),
					},
	}
}

type ExaminedSite = ReturnType<typeof siteOf>

/**
 * Checks the database, and what can be checked fully only with the database: the files and the alerts. Returns the connection
 * string of the jobs login, or undefined if the database doesn't work.
 */
async function examineDatabase(config: Config, site: ExaminedSite, add: Report): Promise<string | undefined> {
	const { databaseUrl, databaseApiUrl: apiUrl, databaseReadUrl, dataDir } = config
	const hasOwnDatabase = databaseUrl === undefined && (await hasPlace(dataDir))
	const ownerUrl = hasOwnDatabase ? await runningPostgres(dataDir) : databaseUrl
	if (ownerUrl === undefined) {
		add([hasOwnDatabase ? stopped('Database', 'it') : notCreated])
		return undefined
	}
	const logins = () => preparedLogins({ ownerUrl, apiUrl, jobsUrl: config.databaseJobsUrl })
	const database = await runCheck(
		'Database',
		async () => checkDatabase(ownerUrl, logins()),
		'Check DATABASE_URL, or start the shop.',
	)
	add(database)
	// If the database has a fault, that has been reported already, and the checks that need it are left out.
	const isFine = database.every(({ level }) => level === 'ok')
	const jobsUrl = isFine ? logins().jobsUrl : undefined
	if (jobsUrl !== undefined)
		add(
			await runCheck(
				'Database',
				() => checkStage(jobsUrl, thisSiteOf(config), site.isLive),
				'Check DATABASE_URL.',
			),
		)
	if (isFine && databaseReadUrl !== undefined)
		add(
			await runCheck(
				'Database',
				() => checkReplica(logins(), withLoginOf(databaseReadUrl, logins().apiUrl)),
				'Check DATABASE_READ_URL.',
			),
		)
	add(await runCheck('Files', () => fileFindings(config, jobsUrl), 'Check that the file store can be read.'))
	if (jobsUrl !== undefined)
		add(
			await runCheck(
				'Alerts',
				() => checkAlerts(config, jobsUrl, systemClock),
				'Check that the database answers.',
			),
		)
	return jobsUrl
}

const notCreated: Finding = {
	level: 'error',
	about: 'Database',
	says: 'the shop has not created it yet',
	todo: 'Start the shop: npm start.',
}

async function fileFindings(config: Config, jobsUrl: string | undefined): Promise<Finding[]> {
	const obstacle = await findStoreObstacle(config)
	if (obstacle) return [{ level: 'error', about: 'Files', ...obstacle }]
	if (jobsUrl === undefined) return []
	const files = openFileStore(config)
	return [
		...(await checkFiles(jobsUrl, files, await currentCatalogue(jobsUrl))),
		...(await checkPictures(jobsUrl, files)),
	]
}

async function stripeFindings(
	{ siteUrl, money, stripe }: Config,
	{ account, jobsUrl, isPublic }: { account: StripeAccount; jobsUrl: string | undefined; isPublic: boolean },
): Promise<Finding[]> {
	return await checkStripe({
		ask: createAskStripe(account, money.callsPerSecond),
		secretKey: account.secretKey,
		siteUrl,
		isPublic,
		isSandbox: stripe === undefined,
		checkout: money,
		catalogue: await currentCatalogue(jobsUrl),
	})
}

/** Checks from outside what a running shop answers. */
async function examineSite(
	site: ExaminedSite,
	{ isRehearsal, isPublic, add }: { isRehearsal: boolean; isPublic: boolean; add: Report },
): Promise<void> {
	const advice = 'See the log of the shop.'
	if (isRehearsal) add(await runCheck('Rehearsal', async () => [await checkRehearsal(site)], advice))
	add(await runCheck('Webhook', async () => [await checkWebhook(site)], advice))
	add(await runCheck('Live updates', async () => [await checkSockets(site)], advice))
	add(await runCheck('Paid files', async () => [await checkStranger(site)], advice))
	add(await runCheck('Pages', () => checkPages(site, isPublic), advice))
}

/** Reports a part that is stopped only because the shop is stopped. The part itself has no fault. */
function stopped(about: string, part: string): Finding {
	return {
		level: 'error',
		about,
		says: `${part} runs with the shop, which isn’t running`,
		todo: 'Start the shop: npm start.',
	}
}

/**
 * Returns the products as they are offered now; those of the repository if the database doesn't work.
 */
async function currentCatalogue(jobsUrl: string | undefined): Promise<readonly Product[]> {
	return jobsUrl === undefined ? catalogue : await readFrom(jobsUrl, readProducts)
}

async function readFrom<T>(jobsUrl: string, read: (database: Database) => Promise<T>): Promise<T> {
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		return await read(database)
	} finally {
		await database.close()
	}
}

async function loadedCheck(phone: PhoneSettings): Promise<Finding> {
	const { checkTexts } = await import('#server/operations/doctor/check-texts.ts')
	return await checkTexts(phone)
}

async function mailFindings(config: Config, jobsUrl: string | undefined): Promise<Finding[]> {
	const isSandbox = config.smtpUrl === undefined
	const sandboxUrl = `http://127.0.0.1:${config.sandboxPort}`
	const obstacle = config.smtpUrl === undefined ? undefined : await findMailObstacle(config.smtpUrl)
	if (obstacle !== undefined) return [{ level: 'error', about: 'Mail', ...obstacle }]
	const mailer = createSmtpMailer({
		smtpUrl: config.smtpUrl ?? (await sandboxSmtp(sandboxUrl)),
		from: config.mailFrom,
		replyTo: config.repliesTo,
	})
	try {
		const to = config.rehearsal?.mailTo[0] ?? config.trader?.email ?? 'owner@sample.test'
		const mailboxUrl = isSandbox ? sandboxUrl : undefined
		const shop = jobsUrl === undefined ? starterSite.name : await readFrom(jobsUrl, readShopName)
		return [await checkMail({ mailer, to, shop, siteUrl: config.siteUrl, mailboxUrl })]
	} finally {
		mailer.close()
	}
}

const aboutSchema = z.object({ smtpPort: z.int() })

async function sandboxSmtp(sandboxUrl: string): Promise<string> {
	const response = await fetch(`${sandboxUrl}/sandbox.json`, { signal: AbortSignal.timeout(5_000) })
	return `smtp://127.0.0.1:${aboutSchema.parse(await response.json()).smtpPort}`
}
