import { expect, test } from 'vitest'
import { z } from 'zod'
import { marketingClaims } from '#catalogue/marketing-claims.ts'
import { adminReadings } from '#server/boot/admin-readings.ts'
import { planConfirmation } from '#server/features/claims/plan-claim.ts'
import { sql } from '#server/platform/db/sql.ts'
import { endQuarantine, quarantinedPayments } from '#server/shop/live-site.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import { paidByUnknownAccount } from '#server/shop/purchases.ts'
import { homeApi } from '#shared/admin/home.ts'
import { dayMs } from '#shared/clock.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { atTheProvider, pauseEvents, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'
import { describeQuarantine } from './describe-quarantine.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
await pauseEvents(world)
const owner = await signedInMember(world, 'owner')
const sale = await sell(world)

const needs = async (member = owner) => {
	const { status, body } = await readAdmin(world, 'needs-you', { bearer: member.accessToken })
	expect(status, JSON.stringify(body)).toBe(200)
	// This public site has no backup. That problem is always listed, and the tests leave it out.
	return homeApi['needs-you'].output
		.parse(body)
		.items.filter((item) => !('id' in item && item.id === 'backup'))
}
const act = async (name: string, body: unknown, { accessToken } = owner) =>
	await actAdmin(world, name, body, { bearer: accessToken })

test('unpublished editions, and releases whose emails are waiting, are listed until an owner decides', async () => {
	await tamper(
		world,
		`insert into shop.release_emails (catalogue_id, waits, decided_by) values ('2', true, 'Ada')`,
	)
	expect(await needs()).toEqual([])
	await tamper(
		world,
		`insert into shop.release_notices (catalogue_id, email, asked_at, confirmed_at)
		values ('2', 'ada@student.test', now(), now()), ('2', 'ben@student.test', now(), null)`,
	)
	await tamper(
		world,
		`insert into shop.editions (catalogue_id, file_name, sha256, size, content_type, uploaded_by)
		values ('2', 'cv.pdf', 'abc', 1, 'application/pdf', 'Ada')`,
	)
	expect(await needs()).toMatchObject([
		{ kind: 'release', product_id: '2', people: 1 },
		{ kind: 'edition', product_id: '2', of_catalogue: false, by: 'Ada' },
	])
	// Only owners can decide about these.
	expect(await needs(await signedInMember(world, 'helper'))).toEqual([])
	await tamper(world, 'update shop.release_emails set waits = false')
	await tamper(world, `update shop.editions set ended_by = 'Ada', ended_at = now()`)
	expect(await needs()).toEqual([])
})

test('everything that needs a decision is listed with the facts until it is decided', async () => {
	expect(await needs()).toEqual([])
	const held = await sell(world)
	for (const statement of [
		'delete from public.receipts where purchase_id = $1',
		`update public.purchases set status = 'held' where id = $1`,
		`update shop.checkouts set held_reason = 'paid too little' where purchase_id = $1`,
	])
		await tamper(world, statement, [held.purchaseId])
	await tamper(
		world,
		`insert into shop.refused_mails (job, reference, reason) values ('send-receipt', $1, '550 <img src=x>')`,
		[sale.purchaseId],
	)
	await tamper(world, `insert into shop.latest_audit (finished_at, differences) values (now(), 2)`)
	const items = await needs()
	expect(items).toMatchObject([
		{
			kind: 'held',
			purchase: held.purchaseId,
			reason: 'paid too little',
			needs_account: false,
			paid_pence: 1499,
		},
		{
			kind: 'mail',
			purchase: sale.purchaseId,
			reason: '550 <img src=x>',
			receipt: expect.stringMatching(/^HS-/),
		},
		{ kind: 'trouble', id: 'audit', title: 'The audit found 2 differences' },
	])
	const body = { purchase: held.purchaseId }
	const preview = await act('release-purchase', { ...body, preview: true })
	expect(preview.body.will).toEqual([
		expect.stringMatching(/^Delivers CV Secrets .*, and emails the receipt\.$/),
	])
	expect(
		await act('release-purchase', { ...body, reason: 'checked', plan: preview.body.plan }),
	).toMatchObject({
		status: 200,
		body: { status: 'completed' },
	})
	expect((await act('release-purchase', { ...body, reason: 'checked' })).status).toBe(409)
	const id = items.flatMap((item) => (item.kind === 'mail' ? [item.id] : []))[0]
	expect((await act('forget-mail', { id })).status).toBe(200)
	expect((await act('forget-mail', { id })).status).toBe(409)
	expect((await needs()).map(({ kind }) => kind)).toEqual(['trouble'])

	// The same purchase, as if somebody without an account had paid for it.
	await tamper(world, `update public.purchases set status = 'held', user_id = null where id = $1`, [
		held.purchaseId,
	])
	await tamper(world, 'delete from public.receipts where purchase_id = $1', [held.purchaseId])
	await tamper(world, 'update shop.checkouts set held_reason = $2 where purchase_id = $1', [
		...[held.purchaseId, paidByUnknownAccount],
	])
	expect(await needs()).toMatchObject([
		{ kind: 'held', needs_account: true, email: null },
		{ kind: 'trouble' },
	])
	const attach = { ...body, reason: 'showed the bank’s letter' }
	expect((await act('attach-purchase', { ...attach, email: 'nobody@student.test' })).status).toBe(409)
	const buyer = await sell(world)
	const [user] = await world.database.query(
		sql`update auth.users set email = 'a+b%_@student.test' where id = ${buyer.userId} returning email`,
		z.object({ email: z.string() }),
	)
	// This buyer already owns the guide.
	expect((await act('attach-purchase', { ...attach, email: user?.email })).status).toBe(409)
	const unexplained = await act('attach-purchase', { ...body, email: user?.email })
	expect(unexplained.body).toMatchObject({ code: 'validation_failed' })
})

test('a quarantine is listed first, until it has ended and the shop is restarted', async () => {
	const { database, url: siteUrl } = world
	await tamper(
		world,
		`insert into shop.refused_mails (job, reference, reason) values ('send-alert', 'held', '550 full')`,
	)
	const before = await needs()
	expect(before).not.toEqual([])
	const restore = (at: string) =>
		tamper(world, `update shop.live_site set restored_at = $1, restored_from = '2026-10-01 08:00Z'`, [at])
	await restore('infinity')
	expect((await needs())[0]).toMatchObject({ id: 'quarantine', command: 'npm run restore -- latest' })
	await restore('now')
	expect(await needs()).toEqual([
		{
			kind: 'trouble',
			id: 'quarantine',
			title: 'The shop is quarantined and can’t sell',
			facts: [],
			meaning: expect.stringContaining('restored from a backup of 2026-10-01 08:00 UTC. The pages show'),
			todo: expect.stringContaining('restart the shop'),
			command: expect.stringContaining('npm run admin -- resume'),
			may_resume: true,
		},
		...before,
	])
	await endQuarantine(database, siteUrl, 'Ada')
	expect(await needs()).toEqual(before)
	// This server started while the shop was quarantined.
	const payments = quarantinedPayments(world.payments, { says: 'a backup', todo: 'Resume.' })
	const closed = { database, payments, config: { siteUrl } }
	expect(await describeQuarantine(closed)).toMatchObject({
		title: 'The shop can’t sell until it’s restarted',
	})
})

test('a missing backup is listed for owners, even if the shop is not public and no alert reports it', async () => {
	const now = world.clock.now()
	const listedOf = async (newest: Date | undefined) => {
		const { readTroubles } = adminReadings({
			database: world.database,
			clock: world.clock,
			readings: { ...world.readings, newestBackup: async () => newest },
			config: { ...world.systemOptions.config, isPublic: false },
		})
		return (await readTroubles()).filter(({ kind }) => kind === 'backup')
	}
	expect(await listedOf(undefined)).toMatchObject([
		{ title: 'There is no backup', command: 'npm run backup' },
	])
	// Without BACKUP_DAILY_AT, nothing says how often this owner wants a backup.
	expect(await listedOf(new Date(now.getTime() - 5 * dayMs))).toEqual([])
	const isListed = async ({ accessToken }: TestMember) =>
		JSON.stringify((await readAdmin(world, 'needs-you', { bearer: accessToken })).body).includes(
			'There is no backup',
		)
	expect(await isListed(owner)).toBe(true)
	expect(await isListed(await signedInMember(world, 'helper'))).toBe(false)
})

test('marketing claims that a public site doesn’t show are listed', async () => {
	const { readTroubles } = adminReadings({
		database: world.database,
		readings: world.readings,
		clock: world.clock,
		config: {
			...world.systemOptions.config,
			isPublic: true,
			site: { marketingClaims: ['creator-story'] },
		},
	})
	const claims = (await readTroubles()).find(({ kind }) => kind === 'claims')
	expect(claims?.facts.length).toBe(marketingClaims.length - 1)
	expect(claims?.facts.map(({ label }) => label)).not.toContain('creator-story')
	const context = { database: world.database, config: { site: { marketingClaims: [] } } }
	const ada = { by: 'Ada' }
	const confirmed = { claim: 'testimonial-1', evidence: 'An email', writer_agreed: true }
	const confirmation = await planConfirmation(context, confirmed, ada)
	await carryOut(world.database, confirmation, { command: 'confirm-claim', ...ada })
	const left = (await readTroubles()).find(({ kind }) => kind === 'claims')
	expect(left?.facts.length).toBe(marketingClaims.length - 2)
})

test('failed jobs are counted, and only an owner can retry them', async () => {
	await tamper(
		world,
		`select graphile_worker.add_job('send-receipt', json_build_object('purchaseId', gen_random_uuid()), max_attempts => 3)`,
	)
	await tamper(
		world,
		`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the disk is full', run_at = now() + interval '1 hour'
			where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-receipt')`,
	)
	expect(await needs()).toContainEqual({
		kind: 'jobs',
		count: 1,
		examples: [
			{
				job: 'send-receipt',
				error: 'the disk is full',
				what: 'A receipt was not emailed',
				means: 'The buyer has the guide, but not its receipt.',
				todo: expect.stringContaining('try again'),
			},
		],
	})
	const helper = await signedInMember(world, 'helper')
	expect((await act('retry-jobs', {}, helper)).status).toBe(403)
	expect((await act('retry-jobs', {})).body).toEqual({ retried: 1 })
	await tamper(world, `delete from graphile_worker._private_jobs where last_error = 'the disk is full'`)
	expect((await needs()).some(({ kind }) => kind === 'jobs')).toBe(false)
})

test('a dispute has an answer drafted from the shop’s records, and is answered only once, even if two owners do so at the same moment', async () => {
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`)
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
	const [item] = await needs()
	if (item?.kind !== 'dispute') throw new Error('no dispute is listed')
	expect(item).toMatchObject({ purchase: sale.purchaseId, has_draft: false, answer_by: expect.any(String) })
	const { dispute } = item
	const read = async () =>
		(await readAdmin(world, `dispute?dispute=${dispute}`, { bearer: owner.accessToken })).body
	expect(await read()).toMatchObject({
		is_draft: false,
		text: expect.stringContaining('they agreed to this: “'),
	})
	const text = 'They downloaded it twice.'
	const kept = await act('keep-answer', { dispute, text })
	expect(kept.status).toBe(200)
	const over = kept.body.saved_at
	expect(await needs()).toContainEqual(expect.objectContaining({ dispute, has_draft: true }))
	const other = await signedInMember(world, 'owner')
	// The other owner has not seen this draft.
	for (const name of ['keep-answer', 'send-answer']) {
		const unseen = await act(name, { dispute, text: 'Mine.' }, other)
		expect([unseen.status, unseen.body.message]).toEqual([
			409,
			expect.stringMatching(`^${owner.email} saved another draft on .*Read it before`),
		])
	}
	const both = await Promise.all([
		act('keep-answer', { dispute, text: 'They downloaded it three times.', over }),
		act('keep-answer', { dispute, text, over }, other),
	])
	expect(both.map(({ status }) => status)).toContain(200)
	const latest = { over: (await read()).saved_at }
	const sent = await Promise.all([
		act('send-answer', { dispute, text, ...latest }),
		act('send-answer', { dispute, text: 'Another text.', ...latest }, other),
	])
	expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
	expect((await act('send-answer', { dispute, text })).body.message).toMatch(/^The answer was sent on /)
	expect((await act('keep-answer', { dispute, text })).status).toBe(409)
	expect((await needs()).some(({ kind }) => kind === 'dispute')).toBe(false)
	// Even if the shop loses its record of the answer, the bank is not sent a second one.
	await tamper(world, 'update shop.dispute_answers set sent_at = null')
	expect(
		(await act('send-answer', { dispute, text: 'A third.', over: (await read()).saved_at })).body.message,
	).toContain('already has an answer')
})

test('an owner can read the shop’s health and the funnel', async () => {
	const health = await readAdmin(world, 'shop-health', { bearer: owner.accessToken })
	expect(health.body).toMatchObject({
		mails_waiting: expect.any(Number),
		backups_readable: true,
		version: expect.stringMatching(/^\d+\.\d+/),
	})
	const funnel = await readAdmin(world, 'funnel?days=7', { bearer: owner.accessToken })
	expect(homeApi.funnel.output.parse(funnel.body).tables[0]?.columns.map(({ label }) => label)).toEqual([
		...['Seen', 'Checkout begun', 'Paid', 'Downloaded or read'],
	])
})
