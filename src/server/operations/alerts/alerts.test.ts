import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readDispute } from '#server/adapters/payments/stripe-disputes.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import { findDiskTrouble, findTroubles } from '#server/operations/alerts/find-troubles.ts'
import { raiseAlert } from '#server/operations/alerts/raise-alert.ts'
import { readMissingEvents } from '#server/operations/alerts/record-troubles.ts'
import { readStalePages } from '#server/operations/alerts/stale-pages.ts'
import type { Trouble } from '#server/operations/alerts/trouble.ts'
import { endable, look } from '#server/operations/alerts/watch.ts'
import { recordAudit } from '#server/operations/audit/record-audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createOutage } from '#server/platform/outage.ts'
import { storeDisputes } from '#server/shop/follow-disputes.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { paidCheckout } from '#test/checkout.ts'
import { stillClock } from '#test/clock.ts'
import { tamper } from '#test/money-ledger.ts'
import { ownerAddress, useWorld, type World } from '#test/world.ts'

const hour = 3600
/** Whoever is registered for VAT is not told how near the threshold is. */
const registered = { ...defaultMoneySettings, vatNumber: 'GB123456789' }
const world = await useWorld()

/** Runs the job that looks for troubles, and returns the emails that it sends, by subject. */
async function raised() {
	world.mails.length = 0
	await world.runJob('raise-alerts', {})
	await world.runJobs()
	return new Map(world.mails.map((mail) => [mail.subject.replace(/ \(.*/, ''), mail]))
}

const refuse = (reference: string) =>
	world.database.query(
		sql`insert into shop.refused_mails (job, reference, reason) values ('send-receipt', ${reference}, 'no such mailbox')`,
	)

/** Stores a refund of the only sale. */
const keepRefund = (id: string, { stands, at }: { stands: boolean; at: Date }) =>
	world.database.query(sql`
		insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at, stands)
		select ${id}, purchase_id, user_id, 'refund', 1499, ${at}, ${stands} from public.receipts`)

const dispute = (paymentIntentId: string, status: string, dueBy: Date) =>
	readDispute({
		id: `du_${paymentIntentId}`,
		payment_intent: paymentIntentId,
		created: 1,
		amount: 1499,
		status,
		evidence_details: { due_by: dueBy.getTime() / 1000 },
	})

test('each problem is emailed once, and daily if it is a payment on hold or a dispute near its deadline', async () => {
	const { checkoutSession, userId } = await paidCheckout(world)
	const deliver = (paid: typeof checkoutSession) =>
		world.database.asServer((tx) =>
			fulfil(tx, { checkoutSession: paid, cause: 'event', paidAt: new Date(), shop: world.shop }),
		)
	await deliver(checkoutSession)
	const wrong = await paidCheckout(world)
	await deliver({ ...wrong.checkoutSession, subtotalPence: 1, totalPence: 1 })
	await world.runJobs()
	const year = world.clock.now().getUTCFullYear() + 1
	const dueBy = new Date(`${year}-03-01T23:59:00Z`)
	world.clock.advance((dueBy.getTime() - world.clock.now().getTime()) / 1000 - 10 * 24 * hour)
	const at = world.clock.now()
	const disputes = [dispute(checkoutSession.paymentIntentId, 'needs_response', dueBy)]
	await world.database.asServer((tx) => storeDisputes(tx, disputes, { at, isCurrent: true }))
	await keepRefund('re_1', { stands: false, at })
	await refuse('1')
	// Hardly any of the codes sent to Ireland were used.
	await world.database.query(sql`
		insert into auth.texts_sent (day, country, to_others, used) values (${at}::date, 'IE', 30, 1), (${at}::date, 'GB', 30, 20)`)
	await recordAudit(world.database, { finishedAt: at, differences: 2 })
	await tamper(
		world,
		`select graphile_worker.add_job('refund-duplicate', '{}'::json, max_attempts := 2);
		update graphile_worker._private_jobs set attempts = 2, last_error = 'in vain'`,
	)

	const first = await raised()
	const commandIn = (text: string) => /^npm run (?:admin -- )?([a-z-]+(?: --by)?)/m.exec(text)?.[1]
	expect(Object.fromEntries([...first].map(([title, { text }]) => [title, commandIn(text)]))).toEqual({
		'A payment is on hold': 'held-purchases',
		'A payment is disputed': 'customer',
		'A refund has failed': 'customer',
		'An email is refused': 'refused-mails',
		'Text messages need your attention': 'texts',
		'A job has failed permanently': 'retry-jobs --by',
		'The audit found 2 differences': 'audit',
	})
	expect(new Set([...first.values()].map(({ to }) => to))).toEqual(new Set([ownerAddress]))
	const about = first.get('A payment is disputed')?.text
	expect(about).toMatch(
		new RegExp(`CV Secrets, £14\\.99, receipt HS-\\d+: answer by 1 March ${year} at 23:59`),
	)
	expect(about).toMatch(/npm run admin -- customer HS-\d+/)
	expect([...first.values()].map(({ text }) => text).join()).not.toContain(userId)
	expect(await raised()).toEqual(new Map())

	await refuse('2')
	world.clock.advance(23 * hour)
	expect(await raised()).toEqual(new Map())
	world.clock.advance(hour + 1)
	expect([...(await raised()).keys()]).toEqual(['A payment is on hold', '2 emails are refused'])
	// In the three days before the deadline, the email is repeated every day until the shop has answered.
	world.clock.advance(6.5 * 24 * hour)
	expect((await raised()).has('A payment is disputed')).toBe(true)
	const answered = [dispute(checkoutSession.paymentIntentId, 'under_review', dueBy)]
	await world.database.asServer((tx) =>
		storeDisputes(tx, answered, { at: world.clock.now(), isCurrent: true }),
	)
	await world.database.query(sql`
		insert into shop.dispute_answers (dispute_id, text, sent_at) select id, 'Delivered.', now() from shop.disputes`)
	world.clock.advance(24 * hour + 1)
	expect([...(await raised()).keys()]).toEqual(['A payment is on hold'])

	const summary = async () => {
		world.mails.length = 0
		await world.runJob('send-summary', {})
		return world.mails[0]?.text
	}
	expect(await summary()).toContain('Waiting for you: a payment is on hold; a refund has failed;')
	await keepRefund('re_2', { stands: true, at: world.clock.now() })
	expect(await summary()).toContain('Waiting for you: a payment is on hold; 2 emails are refused;')
})

const trouble: Trouble = {
	kind: 'stripe',
	title: 'A test',
	meaning: 'Nothing.',
	facts: [],
	todo: 'Nothing:',
	command: 'true',
	cases: [{ id: 'one', repeats: true }],
}

test('several servers that see the same problem at once send one email', async () => {
	world.mails.length = 0
	await Promise.all(Array.from({ length: 8 }, () => raiseAlert(world.database, trouble, world.clock.now())))
	await world.runJobs()
	expect(world.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('A test')])
})

test('a sale delivered without any event alerts the owner after ten minutes, until an event arrives', async () => {
	const paidAt = new Date()
	const { checkoutSession } = await paidCheckout(world)
	await world.database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'success page', paidAt, shop: world.shop }),
	)
	const receive = (id: string, type: string) =>
		world.database.query(
			sql`insert into shop.payment_events (id, type, payload, processed_at) values (${id}, ${type}, '{}', now())`,
		)
	const after = async (minutes: number) =>
		(await readMissingEvents(world.database, new Date(Date.now() + minutes * 60_000)))?.facts
	await receive('evt_doctor_1', 'doctor.checked')
	expect(await after(9)).toBeUndefined()
	expect(await after(11)).toEqual([
		{ label: 'Sales without an event', value: '1' },
		{ label: 'Newest event', value: 'none yet' },
	])
	await receive('evt_1', 'charge.refunded')
	expect(await after(11)).toBeUndefined()
	await world.runJobs()
})

test('an old or missing backup, a certificate about to expire and a nearly full disk are reported', async () => {
	const now = new Date('2027-01-10T12:00:00Z')
	const before = (days: number) => new Date(now.getTime() - days * 24 * hour * 1000)
	const titles = async (newest: Date | undefined, certificateEnd: Date | undefined, isPublic = true) =>
		(
			await findTroubles({
				database: { query: async () => [] },
				readings: {
					newestBackup: async () => newest,
					backupCheck: async () => undefined,
					certificateEnd: async () => certificateEnd,
				},
				config: {
					isPublic,
					siteUrl: 'https://shop.test',
					backupTo: undefined,
					backupDailyAt: undefined,
					money: registered,
				},
				now,
			})
		).map(({ title, facts }) => [title, ...facts.map(({ value }) => value)].join(', '))
	expect(await titles(before(1.9), before(-15))).toEqual([])
	expect(await titles(before(3.5), before(-13))).toEqual([
		'The newest backup is 3 days old, 7 January 2027 at 00:00',
		'The certificate is about to expire, 23 January 2027',
	])
	expect(await titles(undefined, before(1))).toEqual([
		'There is no backup',
		'The certificate has expired, 9 January 2027',
	])
	expect(await titles(undefined, undefined, false)).toEqual([])
	const disk = (freeBytes: number) =>
		findDiskTrouble({ folder: '/srv/shop', freeBytes, totalBytes: 20e9 }, 'web-1')
	expect(disk(2e9)).toBeUndefined()
	expect(disk(1.9e9)).toMatchObject({
		kind: 'disk web-1',
		facts: [{ value: '9 %: 1.9 GB of 20.0 GB' }, {}, {}],
	})
})

test('damaged backups are reported once for each check that finds them, and no longer once a check finds none', async () => {
	const find = async (faults: string[]) =>
		await findTroubles({
			database: { query: async () => [] },
			readings: {
				newestBackup: async () => undefined,
				backupCheck: async () => ({ format: 1, checkedAt: '2027-01-04T04:41:00Z', faults }),
				certificateEnd: async () => undefined,
			},
			config: {
				isPublic: false,
				siteUrl: 'https://shop.test',
				backupTo: undefined,
				backupDailyAt: undefined,
				money: registered,
			},
			now: new Date('2027-01-10T12:00:00Z'),
		})
	expect(await find([])).toEqual([])
	expect(await find(['a.sql.zst is damaged.', 'b.pdf is missing.'])).toMatchObject([
		{
			kind: 'damaged-backups',
			facts: [{ value: 'a.sql.zst is damaged.' }, { value: 'b.pdf is missing.' }],
			cases: [{ id: '2027-01-04T04:41:00Z', repeats: false }],
		},
	])
})

/** Prepares the options of `startWatch`, with a clock that the test can move. The test decides when to check. */
async function watched(requireDatabase: () => Promise<void>) {
	const dataDir = await mkdtemp(join(tmpdir(), 'headstart-watch-'))
	onTestFinished(() => rm(dataDir, { recursive: true }))
	const clock = stillClock()
	clock.advance(400 * 24 * hour)
	const now = () => clock.now()
	const providerOutage = createOutage(now)
	const pagesOutage = createOutage(now)
	const options = (payments: { ping(): Promise<void> }, alertsTo: string | undefined = ownerAddress) => ({
		watchesMachine: true,
		database: world.database,
		requireDatabase,
		providerOutage,
		pagesOutage,
		payments,
		clock,
		mailer: { send: async (mail: World['mails'][number]) => void world.mails.push(mail), close: () => {} },
		config: { siteUrl: world.url, dataDir, alertsTo },
		log: pino({ level: 'silent' }),
	})
	return { clock, now, options, providerOutage, pagesOutage }
}

test('a database outage is emailed without a job, after five minutes and then once a day', async () => {
	let isAway = true
	const { clock, now, options } = await watched(async () => {
		if (isAway) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
	})
	world.mails.length = 0
	const process = options({ ping: async () => {} })
	const outage = createOutage(now)
	const subjects = () => world.mails.splice(0).map(({ subject }) => subject.replace(/ \(.*/, ''))
	await look(process, outage)
	clock.advance(299)
	await look(process, outage)
	isAway = false
	await look(process, outage)
	isAway = true
	clock.advance(10)
	await look(process, outage)
	clock.advance(299)
	await look(process, outage)
	expect(subjects()).toEqual([])
	clock.advance(1)
	await look(process, outage)
	expect(world.mails[0]?.text).toContain('Reason: connect ECONNREFUSED 127.0.0.1:5432')
	expect(subjects()).toEqual(['The database doesn’t answer'])
	const restarted = createOutage(now)
	await look(process, restarted)
	clock.advance(24 * hour - 1)
	await look(process, restarted)
	await look(options({ ping: async () => {} }, 'none'), outage).catch(() => {})
	expect(subjects()).toEqual([])
	clock.advance(1)
	await look(process, restarted)
	expect(subjects()).toEqual(['The database doesn’t answer'])
})

test('Stripe counts as down after five minutes of failed calls, and is probed only while calls fail', async () => {
	let status = 500
	let asked = 0
	const stripe = createServer((_request, response) => {
		asked += 1
		response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
		response.end(
			JSON.stringify(status === 200 ? { data: [], has_more: false } : { error: { message: 'not now' } }),
		)
	})
	await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void stripe.close())
	const address = stripe.address()
	const { clock, options, providerOutage } = await watched(async () => {})
	const payments = createStripePayments({
		secretKey: 'sk_test_1',
		webhookSecret: 'whsec_1',
		siteUrl: world.url,
		callsPerSecond: 1000,
		clock,
		host: { name: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0 },
		checkout: defaultMoneySettings,
		outage: providerOutage,
	})
	const outage = createOutage(() => clock.now())
	const alerted = new Set<string>()
	const titles = async (seen = alerted) => {
		world.mails.length = 0
		await look(options(payments), outage, seen)
		await world.runJobs()
		return world.mails.map(({ text }) => text.split('\n')[0])
	}
	expect(await titles()).toEqual([])
	expect(asked).toBe(0)
	await expect(payments.getCheckout('cs_1')).rejects.toThrow()
	expect(await titles()).toEqual([])
	expect(asked).toBe(2)
	// A key that Stripe refuses counts as an outage too. A refused card does not, because Stripe has answered.
	status = 401
	clock.advance(300)
	expect(await titles()).toEqual(['Stripe doesn’t answer'])
	expect(await titles()).toEqual([])
	status = 402
	await expect(payments.getCheckout('cs_1')).rejects.toThrow()
	expect(providerOutage.current()).toBeUndefined()
	// Only the server that has seen the outage says that it is over, and only once.
	expect(await titles(new Set())).toEqual([])
	expect(await titles()).toEqual(['Stripe answers again'])
	expect(await titles()).toEqual([])
})

test('pages that cannot be rendered are emailed and shown until they can be rendered again', async () => {
	const { options, now, clock, pagesOutage } = await watched(async () => {})
	const outage = createOutage(now)
	let alerted = new Set<string>()
	const titles = async () => {
		world.mails.length = 0
		await look(options({ ping: async () => {} }), outage, alerted)
		await world.runJobs()
		return world.mails.map(({ text }) => text.split('\n')[0])
	}
	expect(await titles()).toEqual([])
	pagesOutage.failed('/free could not be rendered')
	clock.advance(299)
	expect(await titles()).toEqual([])
	clock.advance(1)
	expect(await titles()).toEqual(['The pages don’t show the latest changes'])
	expect(world.mails[0]?.text).toContain('Reason: /free could not be rendered')
	expect(await readStalePages(world.database)).toMatchObject({ kind: 'pages' })
	clock.advance(hour)
	expect(await titles()).toEqual([])
	// The server was restarted, and can render them.
	alerted = new Set(endable)
	pagesOutage.answered()
	expect(await titles()).toEqual(['The pages show the latest changes again'])
	expect(await readStalePages(world.database)).toBeUndefined()
	expect(await titles()).toEqual([])
})
