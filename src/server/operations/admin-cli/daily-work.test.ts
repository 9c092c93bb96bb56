import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AdminContext, UsageError } from '#server/operations/admin-cli/command.ts'
import { commands } from '#server/operations/admin-cli/commands.ts'
import { sql } from '#server/platform/db/sql.ts'
import { quarantinedPayments } from '#server/shop/live-site.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { adminContextOf, runAdmin, typeCommand } from '#test/admin-cli.ts'
import { getUser, signIn, tokensIn } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { audit, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { withSecondStep } from '#test/second-step.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, goods: true })
let admin: AdminContext
beforeAll(async () => {
	await pauseEvents(world)
	admin = adminContextOf(world)
})

const emailOf = async ({ client }: Sale) => (await client.auth.getUser()).data.user?.email ?? ''
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

const refundedPence = async ({ paymentIntentId }: Sale) =>
	(await world.payments.getPayment(paymentIntentId))?.refundedPence

async function actsAbout({ userId }: Pick<Sale, 'userId'>): Promise<unknown[]> {
	return await world.database.query(sql`
		select command, decided_by as by, reason, details from shop.owner_acts where user_id = ${userId} order by at`)
}

async function json(...argv: string[]): Promise<unknown> {
	const changes = commands[argv[0] ?? '']?.changes === true ? ['--by', 'Ada', '--yes'] : []
	const { lines } = await typeCommand(admin, [...argv, ...changes, '--json'])
	expect(lines).toHaveLength(1)
	return JSON.parse(lines[0] ?? '')
}

test('removing a lost second factor requires a reason and signs the user out', async () => {
	const ada = await withSecondStep(world)
	await expect(typeCommand(admin, ['drop-second-step', ada.email, '--by', 'Ada', '--yes'])).rejects.toThrow(
		UsageError,
	)
	const dropped = await json('drop-second-step', ada.email, '--reason', 'receipt and card digits')
	expect(dropped).toEqual({ user_id: ada.id, email: ada.email, removed: 1 })
	expect((await getUser(world, ada.accessToken)).status).toBe(403)
	const { accessToken } = tokensIn((await signIn(world, ada.email, ada.password)).body)
	expect((await getUser(world, accessToken)).body).not.toHaveProperty('factors')
	await world.runJobs()
	expect(await actsAbout({ userId: ada.id })).toMatchObject([{ command: 'drop-second-step', by: 'Ada' }])
	expect(await json('drop-second-step', ada.email, '--reason', 'again')).toMatchObject({ removed: 0 })
})

test('a ban ends every session and is enforced by every API until it is lifted', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	const { client } = sale
	expect(await json('ban', email.toUpperCase(), '--for', '30d', '--reason', 'resells the guide')).toEqual({
		user_id: sale.userId,
		email,
		banned_until: expect.stringMatching(/Z$/),
		sessions_ended: 1,
	})
	expect((await client.from('purchases').select('id')).error).not.toBeNull()
	expect((await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).not.toBeNull()
	expect((await client.auth.refreshSession()).error).not.toBeNull()
	const again = anonymousClient(world)
	const signIn = async () =>
		(await again.auth.signInWithPassword({ email, password: 'quiet-harbour-42' })).error?.code
	expect(await signIn()).toBe('user_banned')
	// Bans the account again, for longer, and this time identifies it by a receipt number. The last ban counts.
	const [receipt] = await world.database.query(
		sql`select number from public.receipts where purchase_id = ${sale.purchaseId}`,
		z.object({ number: z.string() }),
	)
	expect((await runAdmin(admin, 'ban', receipt?.number ?? '', '--until', '2099-01-01')).join()).toMatch(
		/is banned until 1 January 2099 at 00:00\. Sessions ended: 0\.$/,
	)
	expect((await runAdmin(admin, 'find', email)).join()).toContain('Banned until 2099-01-01 00:00 UTC')
	for (const _ of [1, 2]) expect(await runAdmin(admin, 'unban', email)).toEqual([`${email} is not banned.`])
	expect(await signIn()).toBeUndefined()
	expect(await actsAbout(sale)).toEqual([
		{ command: 'ban', by: 'Ada', reason: 'resells the guide', details: { until: expect.any(String) } },
		{ command: 'ban', by: 'Ada', reason: null, details: { until: '2099-01-01T00:00:00.000Z' } },
		{ command: 'unban', by: 'Ada', reason: null, details: {} },
	])
	for (const wrong of [
		[],
		['--for', '30'],
		['--until', '2020-01-01'],
		['--until', 'x'],
		['--for', '1d', '--until', '2099-01-01'],
	])
		await expect(runAdmin(admin, 'ban', email, ...wrong), wrong.join()).rejects.toThrow(UsageError)
	await expect(runAdmin(admin, 'ban', email.slice(1), '--for', '1d')).rejects.toThrow('No account matches')
})

test('each partial refund happens once, and refunding the rest takes the guide away', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	expect(await json('refund', email, '--amount', '5.00', '--reason', 'page 4 was wrong')).toEqual({
		purchase_id: sale.purchaseId,
		product: 'CV Secrets No One Tells You',
		status: 'completed',
		refunded_pence: 500,
		left_pence: 999,
	})
	await world.runJobs()
	expect(await refundedPence(sale)).toBe(500)
	expect(mailsTo(email).at(-1)).toMatch(/refund/i)
	expect((await sale.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).toBeNull()
	await expect(runAdmin(admin, 'refund', email, '--amount', '10')).rejects.toThrow('Only £9.99 is left')
	for (const amount of ['0', '-1', '1.5', '5,00', 'all', '1e3'])
		await expect(runAdmin(admin, 'refund', email, `--amount=${amount}`), amount).rejects.toThrow(UsageError)

	// The answer is lost although the refund was made. The job that asks again must not refund a second time.
	const lost: AdminContext = {
		...admin,
		payments: {
			...admin.payments,
			refundPart: async (...part) => {
				await admin.payments.refundPart(...part)
				throw new ProviderFailure({ definite: false, cause: new Error('lost') })
			},
		},
	}
	await expect(runAdmin(lost, 'refund', email, '--amount', '4')).rejects.toThrow('It is not known yet')
	await world.runJobs()
	expect(await refundedPence(sale)).toBe(900)

	expect((await runAdmin(admin, 'refund', email)).join()).toContain('is refunded.')
	await world.runJobs()
	expect(await refundedPence(sale)).toBe(1499)
	expect(await runAdmin(admin, 'refund', email)).toEqual([
		'CV Secrets No One Tells You has already been refunded.',
	])
	expect((await sale.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).not.toBeNull()
	expect(await actsAbout(sale)).toEqual([
		{ command: 'refund', by: 'Ada', reason: 'page 4 was wrong', details: { amount_pence: 500 } },
		{ command: 'refund', by: 'Ada', reason: null, details: { amount_pence: 400 } },
		{ command: 'refund', by: 'Ada', reason: null, details: {} },
	])
	expect(await audit(world)).toEqual([])

	await world.database.query(sql`
		update public.refunds set stands = false where purchase_id = ${sale.purchaseId} and amount_pence = 599`)
	// Sorted, because refunds of the same second are in no particular order.
	const found = (await runAdmin(admin, 'find', email)).filter((line) => line.includes('refunded on')).sort()
	expect(found).toEqual([
		expect.stringMatching(/^ {2}£4\.00 refunded on [\d-]+$/),
		expect.stringMatching(/^ {2}£5\.00 refunded on [\d-]+$/),
		expect.stringMatching(
			/^ {2}£5\.99 refunded on [\d-]+, but the refund failed: the buyer has not received it$/,
		),
	])
})

test('nothing happens without a yes at the terminal, or --yes in a script', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	const command = ['refund', email, '--by', 'Ada']
	await expect(typeCommand(admin, command)).rejects.toThrow('Add --yes')
	const { code, lines, notes } = await typeCommand(admin, command, false)
	expect({ code, lines }).toEqual({ code: 1, lines: [] })
	expect(notes.join('\n')).toMatch(
		/^Refunds £14\.99 for CV Secrets No One Tells You \(HS-\d+, .*\), and takes the guide away\.\nThe shop emails /,
	)
	await expect(typeCommand(admin, ['refund', email, '--yes'])).rejects.toThrow('Say who is doing this')
	expect(await refundedPence(sale)).toBe(0)
	expect(await actsAbout(sale)).toEqual([])
	expect((await typeCommand(admin, command, true)).lines).toEqual([
		'CV Secrets No One Tells You is refunded.',
	])
	expect(await refundedPence(sale)).toBe(1499)
})

test('a receipt can be emailed again, and the purchase must be named if the buyer has several', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	await sale.client.from('purchases').insert(freeGuide())
	await runAdmin(admin, 'resend', email)
	await world.runJobs()
	expect(mailsTo(email).filter((subject) => /receipt/.test(subject))).toHaveLength(2)
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id)
		values (${sale.userId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'refunded', 'cs_other')`)
	await expect(runAdmin(admin, 'refund', email)).rejects.toThrow(
		/2 purchases.*\n {2}HS-.*CV Secrets.*\n.*Planner/,
	)
	expect(await json('refund', email, '--product', 'budget planner')).toMatchObject({ left_pence: 0 })
	await expect(runAdmin(admin, 'resend', email, '--product', 'blueprint')).rejects.toThrow(
		'No purchase matches',
	)
})

test('in quarantine, the plan and the outcome say that a receipt waits until the shop is resumed', async () => {
	const email = await emailOf(await sell(world))
	const payments = quarantinedPayments(world.payments, { says: 'a backup', todo: 'Resume.' })
	const resend = ['resend', email, '--by', 'Ada', '--yes']
	const waits = 'once (the shop|it) has been resumed and restarted\\.$'
	const { notes, lines } = await typeCommand({ ...admin, payments }, resend)
	for (const says of [notes, lines]) expect(says).toEqual([expect.stringMatching(waits)])
	const open = await typeCommand(admin, resend)
	for (const says of [open.notes, open.lines]) expect(says).not.toEqual([expect.stringMatching(waits)])
})

test('ending the quarantine of a restored shop is recorded, and happens once', async () => {
	const { database } = world
	await database.query(
		sql`update shop.live_site set restored_at = now(), restored_from = '2026-10-01 08:00Z'`,
	)
	const [said] = await runAdmin(admin, 'resume', '--reason', 'The disk was lost')
	expect(said).toContain('Restart the shop')
	expect(await runAdmin(admin, 'resume')).toEqual(['The shop is not quarantined: nothing to do.'])
	const acts = sql`select decided_by as by, reason, details from shop.owner_acts where command = 'resume'`
	expect(await database.query(acts)).toEqual([
		{ by: 'Ada', reason: 'The disk was lost', details: { backup_from: '2026-10-01T08:00:00.000Z' } },
	])
})

test('a user’s name cannot control the terminal or overflow its line', async () => {
	const sale = await sell(world)
	const name = `\u001b[2Jمحمد\u202E${'n'.repeat(300)}\u009b`
	await world.database.query(sql`
		update auth.users set raw_user_meta_data = ${JSON.stringify({ display_name: name })} where id = ${sale.userId}`)
	const lines = await runAdmin(admin, 'find', sale.userId)
	expect(lines[1]).toMatch(/^Name: \ufffd\[2Jمحمد\ufffdn+…$/)
	expect(lines.every((line) => line.length <= 80)).toBe(true)
	const { lines: raw } = await typeCommand(admin, ['find', sale.userId, '--json'])
	expect(raw[0]).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
})

test('page views are counted by page, and compared with the period before', async () => {
	await world.database.query(sql`
		insert into shop.page_views (day, path, views) values
			('2026-10-31', '/', 7), ('2026-11-01', '/', 1200), ('2026-11-30', '/premium', 3), ('2026-12-01', '/', 9)`)
	expect(await json('views', '2026-11')).toEqual({
		from: '2026-11-01',
		to: '2026-11-30',
		pages: [
			{ path: '/', views: 1200, before: 7 },
			{ path: '/premium', views: 3, before: 0 },
		],
		views: 1203,
		views_before: 7,
	})
	expect(await runAdmin(admin, 'views', '2026-11')).toEqual([
		expect.stringMatching(/^1\s–\s30 Nov 2026, days in UTC$/),
		'Views  Before  Page',
		'1,200       7  /',
		'    3       0  /premium',
		'1,203       7  all pages',
	])
})

test('text messages and their cost are counted by day and country', async () => {
	await world.database.query(sql`
		insert into auth.texts_sent (day, country, to_known, to_others, cost_pence, used, failed, refused) values
			('2026-11-02', 'GB', 3, 4, 28, 5, 1, 0), ('2026-11-02', 'IE', 0, 30, 180, 1, 0, 9), ('2026-10-31', 'GB', 1, 1, 8, 1, 0, 0)`)
	expect(await json('texts', '2026-11')).toMatchObject({
		days: [
			{ country: 'GB', used: 5 },
			{ country: 'IE', refused: 9 },
		],
		cost_pence: 208,
	})
	expect(await runAdmin(admin, 'texts', '2026-11')).toEqual([
		expect.stringMatching(/days in UTC$/),
		'Messages  Codes used  Failed  Refused   Cost  Day         Country',
		'       7           5       1        0  £0.28  2026-11-02  GB',
		'      30           1       0        9  £1.80  2026-11-02  IE',
		'                                       £2.08              all countries',
	])
})
