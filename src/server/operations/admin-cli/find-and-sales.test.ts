import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { refundPurchase } from '#server/shop/decide-purchase.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { type Sale, sell } from '#test/money-ledger.ts'
import { runStatement } from '#test/run-statement.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
let sale: Sale
let email: string
beforeAll(async () => {
	sale = await sell(world)
	const [user] = await world.database.query(
		sql`update auth.users set email = 'per%_son+1@student.test' where id = ${sale.userId} returning email`,
		z.object({ email: z.string() }),
	)
	email = user?.email ?? ''
	await sell(world)
})

async function admin(name: 'find' | 'sales', argument?: string): Promise<string> {
	const lines = await runAdmin(adminContextOf(world), name, ...(argument === undefined ? [] : [argument]))
	return lines.join('\n')
}

test('a user is found by all or part of the email, a receipt number or any id', async () => {
	const shown = await admin('find', email)
	expect(shown).toMatch(
		/^per%_son\+1@student\.test\nName: Person\nAccount [\w-]{36}\nJoined \d{4}-\d\d-\d\d, last signed in .* UTC\n/,
	)
	expect(shown).toMatch(
		/CV Secrets No One Tells You, £14\.99: completed\n {2}receipt HS-000001 emailed\n {2}not downloaded or read yet\n/,
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
		expect(await admin('find', wanted), wanted).toBe(shown)
	expect(await admin('find', 'student.test')).toMatch(/\n2 accounts match\.$/)
	// These would match if the wildcards of SQL patterns were not escaped.
	for (const nobody of ['_%', 'r_c', '\\', "' or true --"])
		await expect(admin('find', nobody), nobody).rejects.toThrow('No account matches')
})

test('sales and refunds are listed by day and added up', async () => {
	expect(await admin('sales')).toMatch(
		/\n2 sold for £29\.98, of which VAT £0\.00\n0 refunded: £0\.00\n[\s\S]*fees: £29\.98$/,
	)
	await refundPurchase(adminContextOf(world), sale.purchaseId)
	await world.runJobs()
	const sales = await admin('sales', '1')
	expect(sales).toContain(`HS-000001  -£14.99  refund, CV Secrets  ${email}`)
	expect(sales).toMatch(/\n1 refunded: £14\.99\n/)
	expect(sales).toMatch(/fees: £14\.99$/)
	// The last Sunday of October 2026 has 25 hours in London, and begins at 23:00 UTC on the day before.
	const moments = {
		'2026-10-24T22:59:00Z': '2026-10-24',
		'2026-10-24T23:01:00Z': '2026-10-25',
		'2026-10-25T23:59:00Z': '2026-10-25',
	}
	for (const [at, day] of Object.entries(moments)) {
		await setPaidAt(at)
		expect(await admin('sales', '2026-10'), at).toContain(`${day}  HS-000001`)
	}
	await setPaidAt('2026-10-31T23:59:00Z')
	expect(await admin('sales', '2026-11')).not.toContain(`  £14.99  CV Secrets          ${email}`)
	await setPaidAt('2026-06-30T23:30:00Z')
	const inJuly = { ...adminContextOf(world), clock: { now: () => new Date('2026-06-30T23:45:00Z') } }
	expect((await runAdmin(inJuly, 'sales', '1')).join()).toContain('2026-07-01  HS-000001')
	await expect(admin('sales', 'May')).rejects.toThrow('A period is')
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
		await expect(admin('find', wanted), wanted).rejects.toThrow(
			/is a sale without an account: CV Secrets No One Tells You, £14\.99, HS-000003, 20\d\d-\d\d-\d\d, completed\./,
		)
	await runAdmin(adminContextOf(world), 'refund', 'HS-000003')
	await world.runJobs()
})
