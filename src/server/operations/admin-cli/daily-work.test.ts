import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { UsageError } from '#server/operations/admin-cli/read-line.ts'
import { sql } from '#server/platform/db/sql.ts'
import { quarantinedPayments } from '#server/shop/live-site.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { dayMs } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'
import { adminContextOf, runAdmin, runForJson, typeCommand } from '#test/admin-cli.ts'
import { getUser, signIn, tokensIn } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { audit, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { withSecondStep } from '#test/second-step.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, goods: true })
await pauseEvents(world)
const admin = adminContextOf(world)

const emailOf = async ({ client }: Sale) => (await client.auth.getUser()).data.user?.email ?? ''
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

const refundedPence = async ({ paymentIntentId }: Sale) =>
	(await world.payments.getPayment(paymentIntentId))?.refundedPence

async function actsAbout({ userId }: Pick<Sale, 'userId'>): Promise<unknown[]> {
	return await world.database.query(sql`
		select command, decided_by as by, reason, details from shop.owner_acts where user_id = ${userId} order by at`)
}

const json = (...argv: string[]) => runForJson(admin, ...argv)

test('removing a lost second factor requires a reason and signs the user out', async () => {
	const ada = await withSecondStep(world)
	await expect(typeCommand(admin, ['drop-second-step', ada.email, '--by', 'Ada', '--yes'])).rejects.toThrow(
		UsageError,
	)
	expect(await json('drop-second-step', ada.email, '--reason', 'receipt and card digits')).toBeNull()
	expect((await getUser(world, ada.accessToken)).status).toBe(403)
	const { accessToken } = tokensIn((await signIn(world, ada.email, ada.password)).body)
	expect((await getUser(world, accessToken)).body).not.toHaveProperty('factors')
	await world.runJobs()
	expect(await actsAbout({ userId: ada.id })).toMatchObject([{ command: 'drop-second-step', by: 'Ada' }])
	expect(await runAdmin(admin, 'drop-second-step', ada.email)).toEqual(['There is nothing to do.'])
	expect(await actsAbout({ userId: ada.id })).toHaveLength(1)
})

test('a ban ends every session and is enforced by every API until it is lifted', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	const { client } = sale
	expect(
		await runAdmin(admin, 'ban-customer', email.toUpperCase(), '30', '--reason', 'resells the guide'),
	).toEqual(['Done.'])
	const sessions = sql`select from auth.sessions where user_id = ${sale.userId}`
	expect(await world.database.query(sessions)).toEqual([])
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
	await runAdmin(admin, 'ban-customer', receipt?.number ?? '', '60')
	const { banned_until } = z.looseObject({ banned_until: z.string() }).parse(await json('customer', email))
	const end = new Date(banned_until)
	expect(Math.round((end.getTime() - world.clock.now().getTime()) / dayMs)).toBe(60)
	expect(await runAdmin(admin, 'customer', email)).toContain(`Banned until: ${momentOf(end)}`)
	expect(await runAdmin(admin, 'end-ban', email)).toEqual(['Done.'])
	expect(await runAdmin(admin, 'end-ban', email)).toEqual(['There is nothing to do.'])
	expect(await signIn()).toBeUndefined()
	expect(await actsAbout(sale)).toEqual([
		{
			command: 'ban-customer',
			by: 'Ada',
			reason: 'resells the guide',
			details: { until: expect.any(String) },
		},
		{ command: 'ban-customer', by: 'Ada', reason: 'a test', details: { until: end.toISOString() } },
		{ command: 'end-ban', by: 'Ada', reason: null, details: {} },
	])
	for (const wrong of [[], ['0'], ['30d'], ['4000'], ['1', '--until', '2099-01-01']])
		await expect(runAdmin(admin, 'ban-customer', email, ...wrong), wrong.join()).rejects.toThrow(UsageError)
	await expect(runAdmin(admin, 'ban-customer', email.slice(1), '1')).rejects.toThrow('No account matches')
})

test('each partial refund happens once, and refunding the rest takes the guide away', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	expect(await json('refund', email, '--amount', '5.00', '--reason', 'page 4 was wrong')).toEqual({
		refunded_pence: 500,
		left_pence: 999,
	})
	await world.runJobs()
	expect(await refundedPence(sale)).toBe(500)
	expect(mailsTo(email).at(-1)).toMatch(/refund/i)
	expect((await sale.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).toBeNull()
	await expect(runAdmin(admin, 'refund', email, '--amount', '10')).rejects.toThrow('Only £9.99 is left')

	// The answer is lost although the refund was made. The job that asks again must not refund a second time.
	const lost: AdminDependencies = {
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

	expect(await runAdmin(admin, 'refund', email)).toEqual(['Refunded: £5.99', 'Left: £0.00'])
	await world.runJobs()
	expect(await refundedPence(sale)).toBe(1499)
	expect(await json('refund', email)).toEqual({ refunded_pence: 0, left_pence: 0 })
	expect((await sale.client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).not.toBeNull()
	expect(await actsAbout(sale)).toEqual([
		{ command: 'refund', by: 'Ada', reason: 'page 4 was wrong', details: { amount_pence: 500 } },
		{ command: 'refund', by: 'Ada', reason: 'a test', details: { amount_pence: 400 } },
		{ command: 'refund', by: 'Ada', reason: 'a test', details: {} },
	])
	expect(await audit(world)).toEqual([])

	await world.database.query(sql`
		update public.refunds set stands = false where purchase_id = ${sale.purchaseId} and amount_pence = 599`)
	const found = await runAdmin(admin, 'customer', email)
	const refunds = found.filter((line) => /^ +\d.* at \d\d:\d\d +refund +£/.test(line))
	// Sorted, because refunds of the same second are in no particular order.
	expect(refunds.map((line) => line.replace(/^.*(?=£)/, '')).sort()).toEqual([
		expect.stringMatching(/^£4\.00 +yes$/),
		expect.stringMatching(/^£5\.00 +yes$/),
		expect.stringMatching(/^£5\.99 +no$/),
	])
	expect(found.join('\n')).toContain('A refund failed: the buyer has not received it.')
})

test('nothing happens without a yes at the terminal, or --yes in a script', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	const command = ['refund', email, '--by', 'Ada', '--reason', 'they asked']
	await expect(typeCommand(admin, command)).rejects.toThrow('Add --yes')
	const { code, lines, notes } = await typeCommand(admin, command, { confirm: async () => false })
	expect({ code, lines }).toEqual({ code: 1, lines: [] })
	expect(notes.join('\n')).toMatch(
		/^Refunds £14\.99 for CV Secrets No One Tells You \(HS-\d+, .*\), and takes the guide away\.\nThe shop emails /,
	)
	await expect(typeCommand(admin, ['refund', email, '--yes'])).rejects.toThrow('Say who is doing this')
	await expect(typeCommand(admin, ['refund', email, '--yes', '--by', 'Ada'])).rejects.toThrow(
		'--reason is missing',
	)
	expect(await refundedPence(sale)).toBe(0)
	expect(await actsAbout(sale)).toEqual([])
	const agreed = await typeCommand(admin, command, { confirm: async () => true })
	expect(agreed.lines).toEqual(['Refunded: £14.99', 'Left: £0.00'])
	expect(await refundedPence(sale)).toBe(1499)
})

test('a receipt can be emailed again, and the purchase must be named if the buyer has several', async () => {
	const sale = await sell(world)
	const email = await emailOf(sale)
	await sale.client.from('purchases').insert(freeGuide())
	await runAdmin(admin, 'resend-receipt', email)
	await world.runJobs()
	expect(mailsTo(email).filter((subject) => /receipt/.test(subject))).toHaveLength(2)
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id)
		values (${sale.userId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'refunded', 'cs_other')`)
	await expect(runAdmin(admin, 'refund', email)).rejects.toThrow(
		/2 purchases.*\n {2}HS-.*CV Secrets.*\n.*Planner/,
	)
	expect(await json('refund', email, '--product', 'budget planner')).toMatchObject({ left_pence: 0 })
	await expect(runAdmin(admin, 'resend-receipt', email, '--product', 'blueprint')).rejects.toThrow(
		'No purchase matches',
	)
})

test('in quarantine, the plan says that a receipt waits until the shop is resumed', async () => {
	const email = await emailOf(await sell(world))
	const payments = quarantinedPayments(world.payments, { says: 'a backup', todo: 'Resume.' })
	const resend = ['resend-receipt', email, '--by', 'Ada', '--yes']
	const waits = [expect.stringMatching('once the shop has been resumed and restarted\\.$')]
	expect((await typeCommand({ ...admin, payments }, resend)).notes).toEqual(waits)
	expect((await typeCommand(admin, resend)).notes).not.toEqual(waits)
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
	const lines = await runAdmin(admin, 'customer', sale.userId)
	const [shown = ''] = lines.filter((line) => line.startsWith('Name:'))
	expect(shown).toMatch(/^Name: \ufffd\[2Jمحمد\ufffdn+…$/)
	expect(shown.length).toBeLessThanOrEqual(80)
	expect(lines.join('\n')).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
	const { lines: raw } = await typeCommand(admin, ['customer', sale.userId, '--json'])
	expect(raw[0]).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
})

test('a file is uploaded, and a draft saved, in the name of the person who does so', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-upload-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const file = join(folder, 'guide.pdf')
	await writeFile(file, '%PDF-1.7\nTechniques\n%%EOF\n')
	const [id = '', bytes] = await runAdmin(admin, 'upload-edition', '5', file)
	expect([id, bytes]).toEqual([expect.stringMatching(/^Id: [\w-]{36}$/), 'Bytes: 26'])
	const uploads = sql`select uploaded_by as by from shop.editions where id = ${id.slice(4)}`
	expect(await world.database.query(uploads, z.object({ by: z.string() }))).toEqual([{ by: 'Ada' }])
	const copy = join(folder, 'copy.pdf')
	expect((await typeCommand(admin, ['uploaded-file', id.slice(4), '--to', copy])).code).toBe(0)
	expect(await readFile(copy, 'utf8')).toContain('Techniques')
	await expect(runAdmin(admin, 'upload-edition', '5', join(folder, 'none.pdf'))).rejects.toThrow(
		'There is no file',
	)

	const { version } = z.looseObject({ version: z.int() }).parse(await json('document', 'page', 'about'))
	const saved = await json('save-document', 'page', 'about', String(version), '{"story": ["A new one"]}')
	expect(saved).toMatchObject({ has_draft: true })
})

test('page views are counted by page, and compared with the period before', async () => {
	await world.database.query(sql`
		insert into shop.page_views (day, path, views) values
			('2026-10-31', '/', 7), ('2026-11-01', '/', 1200), ('2026-11-30', '/premium', 3), ('2026-12-01', '/', 9)`)
	expect(await json('page-views', '2026-11')).toEqual({
		from: '2026-11-01',
		to: '2026-11-30',
		pages: [
			{ path: '/', views: 1200, before: 7 },
			{ path: '/premium', views: 3, before: 0 },
		],
		views: 1203,
		views_before: 7,
	})
	expect(await runAdmin(admin, 'page-views', '2026-11')).toEqual([
		'From: 1 November 2026',
		'To: 30 November 2026',
		'Views: 1,203',
		'Views before: 7',
		'Pages:',
		'  Views  Before  Path',
		'  1,200       7  /',
		'      3       0  /premium',
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
		'From: 1 November 2026',
		'To: 30 November 2026',
		'Cost: £2.08',
		'Days:',
		'  To known  To others  Used  Failed  Refused   Cost  Day              Country',
		'         3          4     5       1        0  £0.28  2 November 2026  GB',
		'         0         30     1       0        9  £1.80  2 November 2026  IE',
	])
})
