import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { refundPurchase } from '#server/shop/decide-purchase.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { adminContextOf, runAdmin, runForJson } from '#test/admin-cli.ts'
import { sell } from '#test/money-ledger.ts'
import { runStatement } from '#test/run-statement.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
const figuresSchema = salesApi['sales-figures'].output
const movementsSchema = salesApi.sales.output
const sale = await sell(world)
const [user] = await world.database.query(
	sql`update auth.users set email = 'per%_son+1@student.test' where id = ${sale.userId} returning email`,
	z.object({ email: z.string() }),
)
const email = user?.email ?? ''
await sell(world)

const admin = async (...argv: string[]) => (await runAdmin(adminContextOf(world), ...argv)).join('\n')

test('a user is found by all or part of the email, a receipt number or any id', async () => {
	const shown = await admin('customer', email)
	expect(shown).toMatch(
		/^Id: [\w-]{36}\nEmail: per%_son\+1@student\.test\nPhone: –\nName: Person\nJoined at: .* at .*\nConfirmed: yes\nBanned: no\nGuides: 1\nPaid: £14\.99\n[\s\S]*Last sign in at: .* at /,
	)
	expect(shown).toMatch(
		/ {2}Product: CV Secrets No One Tells You\n {2}Price: £14\.99\n[\s\S]* {2}Status: completed\n[\s\S]* {2}Receipt: HS-000001\n {2}Receipt emailed at: .* at [\s\S]* {2}Opened:\n.*\n {4}CV Secrets No One Tells You +0 +– +0\n/,
	)
	const { userId, purchaseId, checkoutSessionId, paymentIntentId } = sale
	for (const wanted of [
		email.toUpperCase(),
		'%_son+',
		...['hs-000001', 'HS-1', 'HS000001', 'hs 1'],
		userId,
		purchaseId,
		checkoutSessionId,
		checkoutSessionId.slice(0, 20),
		paymentIntentId,
		`${paymentIntentId.slice(0, 10)}…`,
		paymentIntentId.slice(6),
	])
		expect(await admin('customer', wanted), wanted).toBe(shown)
	expect(await admin('find', email), 'by the former name').toBe(shown)
	await expect(admin('customer', 'student.test')).rejects.toThrow(
		new RegExp(`^2 accounts match “student.test”.*\n[\\s\\S]*  ${userId}  per%_son\\+1@student.test`),
	)
	expect(await admin('customers', 'student.test')).toContain('per%_son+1@student.test')
	// These would match if the wildcards of SQL patterns were not escaped.
	for (const nobody of ['_%', 'r_c', '\\', "' or true --"])
		await expect(admin('customer', nobody), nobody).rejects.toThrow('No account matches')
})

test('sales and refunds are listed by day and added up', async () => {
	const sums = async (period: string) =>
		figuresSchema.parse(await runForJson(adminContextOf(world), 'sales-figures', period)).period.sums
	expect(await sums('30')).toMatchObject({ sales: 2, gross_pence: 2998, vat_pence: 0, refunds: 0 })
	await refundPurchase(adminContextOf(world), sale.purchaseId)
	await world.runJobs()
	const sales = await runForJson(adminContextOf(world), 'sales', '1')
	expect(movementsSchema.parse(sales).rows).toContainEqual(
		expect.objectContaining({ receipt: 'HS-000001', kind: 'refund', gross_pence: -1499, email }),
	)
	expect(await admin('sales', '1')).toContain('Gross: -£14.99')
	expect(await sums('1')).toMatchObject({ refunds: 1, refunded_pence: 1499, gross_pence: 2998 })
	// The last Sunday of October 2026 has 25 hours in London, and begins at 23:00 UTC on the day before.
	const moments = {
		'2026-10-24T22:59:00Z': '2026-10-24',
		'2026-10-24T23:01:00Z': '2026-10-25',
		'2026-10-25T23:59:00Z': '2026-10-25',
	}
	for (const [at, day] of Object.entries(moments)) {
		await setPaidAt(at)
		expect(await admin('sales', `${day}..${day}`), at).toContain('Receipt: HS-000001')
		expect(await admin('sales', '2026-10'), at).toContain('Receipt: HS-000001')
	}
	await setPaidAt('2026-10-31T23:59:00Z')
	expect(await admin('sales', '2026-11', '--what', 'sales')).not.toContain('HS-000001')
	await setPaidAt('2026-06-30T23:30:00Z')
	const inJuly = { ...adminContextOf(world), clock: { now: () => new Date('2026-06-30T23:45:00Z') } }
	expect((await runAdmin(inJuly, 'sales', '1')).join()).toContain('HS-000001')
	for (const wrong of ['0', '-1', '1.5', 'May', '2026-13', '99999', '2026-11-02..2026-11-01'])
		await expect(runAdmin(inJuly, 'sales', `--period=${wrong}`), wrong).rejects.toThrow('A period is')
})

async function setPaidAt(at: string): Promise<void> {
	await runStatement(
		world.testDatabase.superuserUrl,
		`update public.receipts set paid_at = '${at}' where number = 'HS-000001'`,
	)
}

test('a sale whose account was deleted is found by its receipt number or any of its ids', async () => {
	const gone = await sell(world)
	await world.database.query(sql`delete from auth.users where id = ${gone.userId}`)
	for (const wanted of ['hs-000003', gone.purchaseId, gone.checkoutSessionId, gone.paymentIntentId])
		await expect(admin('customer', wanted), wanted).rejects.toThrow(
			/is a sale without an account: CV Secrets No One Tells You, £14\.99, HS-000003, \d+ \w+ 20\d\d, completed\./,
		)
	await runAdmin(adminContextOf(world), 'refund', 'HS-000003')
	await world.runJobs()
})
