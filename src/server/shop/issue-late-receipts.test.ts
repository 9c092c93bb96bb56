import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { audit, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})

/** Makes a sale that was paid long ago and has no receipt, as after an upgrade from a release without receipts. */
async function oldSale(paidOn: string): Promise<Sale> {
	const sale = await sell(world)
	await tamper(world, 'delete from public.receipts where purchase_id = $1', [sale.purchaseId])
	await tamper(world, 'update shop.purchase_history set at = $2 where purchase_id = $1', [
		sale.purchaseId,
		paidOn,
	])
	return sale
}

async function receiptsOf({ client }: Sale) {
	const { data } = await client.from('receipts').select('number, amount, paid_at, issued_late_at')
	return data ?? []
}

const mailsTo = async ({ userId }: Sale) => {
	const [row] = await world.database.query(
		sql`select email from auth.users where id = ${userId}`,
		z.object({ email: z.string() }),
	)
	return world.mails.filter(({ to, subject }) => to === row?.email && /receipt/i.test(subject))
}

test('the first start after an upgrade writes the missing receipts in the order of payment', async () => {
	const later = await oldSale('2025-03-02T10:00:00Z')
	const earlier = await oldSale('2025-03-01T10:00:00Z')
	expect((await audit(world)).join('\n')).toMatch(/has no receipt/)
	const before = world.mails.length
	await world.runJob('issue-late-receipts', {})
	await world.runJob('issue-late-receipts', {})
	await world.runJobs()
	expect(await audit(world)).toEqual([])
	expect(world.mails).toHaveLength(before)
	const [[first, ...more], [second]] = [await receiptsOf(earlier), await receiptsOf(later)]
	expect(more).toEqual([])
	expect(first).toMatchObject({ amount: 14.99, paid_at: '2025-03-01T10:00:00+00:00' })
	// The receipt says when it was written, and the later sale has the higher number.
	expect(Date.parse(first?.issued_late_at)).toBeGreaterThan(Date.parse('2026-01-01'))
	expect(String(second?.number) > String(first?.number)).toBe(true)
})

test('the owner can email a late receipt, which says when it was written', async () => {
	const sale = await oldSale('2025-03-01T10:00:00Z')
	await world.runJob('issue-late-receipts', {})
	const before = (await mailsTo(sale)).length
	await runAdmin(adminContextOf(world), 'resend-receipt', sale.purchaseId)
	await world.runJobs()
	const mails = await mailsTo(sale)
	expect(mails).toHaveLength(before + 1)
	for (const part of [mails.at(-1)?.text, mails.at(-1)?.html]) {
		expect(part).toContain('1 March 2025')
		expect(part).toMatch(
			/This receipt was written on \d+ \w+ \d{4}: when you paid, we didn’t issue receipts yet\./,
		)
	}
	expect(await audit(world)).toEqual([])
})

test('no receipt is written for a purchase that has one or was never paid', async () => {
	const sale = await sell(world)
	const [receipt] = await receiptsOf(sale)
	const pending = await oldSale('2025-03-01T10:00:00Z')
	await world.database.query(
		sql`update public.purchases set status = 'pending' where id = ${pending.purchaseId}`,
	)
	await world.runJob('issue-late-receipts', {})
	expect(await receiptsOf(sale)).toEqual([receipt])
	expect(receipt?.issued_late_at).toBeNull()
	expect(await receiptsOf(pending)).toEqual([])
})
