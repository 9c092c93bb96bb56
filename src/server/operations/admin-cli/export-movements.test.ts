import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvLine } from '#server/admin-api/csv.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { readFees } from '#server/shop/read-fees.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { adminContextOf, runAdmin, runForJson, typeCommand } from '#test/admin-cli.ts'
import { atTheProvider, compareTwice, pauseEvents, sell, tamper } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let folder: string
beforeAll(async () => {
	world = await createWorld({ sandbox: true })
	await pauseEvents(world)
	folder = await mkdtemp(join(tmpdir(), 'headstart-export-'))
})
afterAll(async () => {
	await world.close()
	await rm(folder, { recursive: true, force: true })
})

/** Returns the lines of a CSV file. Throws unless it begins with exactly one byte order mark, and has no other. */
function linesIn(file: Buffer): string[] {
	const text = file.toString('utf8')
	expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
	expect(text.lastIndexOf('\uFEFF')).toBe(0)
	return text.slice(1).split('\r\n').slice(0, -1)
}

async function exported(...argv: string[]) {
	const output = new PassThrough()
	const read = buffer(output)
	const { notes, lines } = await typeCommand(adminContextOf(world), ['export-books', ...argv], { output })
	output.end()
	return { rows: linesIn(await read), notes, lines }
}

async function sumsOf(period: string) {
	const figures = await runForJson(adminContextOf(world), 'sales-figures', period)
	return salesApi['sales-figures'].output.parse(figures).period.sums
}

test('each sale, refund and dispute is booked on its own day in London, with VAT and fees', async () => {
	const [sale, disputed] = [await sell(world), await sell(world)]
	await tamper(world, 'update public.receipts set vat_pence = 250, paid_at = $1 where purchase_id = $2', [
		// Half past eleven in the evening of 31 October, in London too: summer time has ended by then.
		'2026-10-31T23:30:00Z',
		sale.purchaseId,
	])
	const before = await exported('1')
	expect(before.rows.filter((row) => row.split(',')[9] === '')).toHaveLength(1)
	expect(await sumsOf('1')).toMatchObject({ fees_unknown: 1 })
	await runAdmin(adminContextOf(world), 'refund', sale.purchaseId, '--amount', '5')
	await atTheProvider(world, `checkout-sessions/${disputed.checkoutSessionId}/dispute`)
	for await (const { id } of world.payments.listDisputes(new Date(0)))
		await atTheProvider(world, `disputes/${id}/close`, { status: 'lost' })
	await compareTwice(world)
	await tamper(world, `update public.refunds set at = '2026-11-03T12:00:00Z'`)
	await tamper(world, `update public.receipts set paid_at = '2026-11-02T12:00:00Z' where purchase_id = $1`, [
		disputed.purchaseId,
	])
	const { rows, notes, lines } = await exported('--month', '2026-11')
	expect(rows).toEqual([
		'date,receipt,kind,product,currency,gross,vat,vat_rate,net_of_vat,fee,payment,country,payout,paid_out_on,discount,discount_code,sold_by,eu_vat_country,card_country',
		`2026-11-02,HS-000002,sale,CV Secrets No One Tells You,GBP,14.99,0.00,0,14.99,0.42,${disputed.paymentIntentId},GB,,,,,shop,,GB`,
		`2026-11-03,HS-000001,refund,CV Secrets No One Tells You,GBP,-5.00,-0.83,20,-4.17,0.00,${sale.paymentIntentId},GB,,,,,shop,,GB`,
		`2026-11-03,HS-000002,lost dispute,CV Secrets No One Tells You,GBP,-14.99,0.00,0,-14.99,20.00,${disputed.paymentIntentId},GB,,,,,shop,,GB`,
	])
	expect({ notes, lines }).toEqual({ lines: [], notes: ['3 rows'] })
	expect(await sumsOf('2026-11')).toMatchObject({
		gross_pence: 1499,
		vat_pence: 0,
		refunded_pence: 500,
		refunded_vat_pence: 83,
		lost_pence: 1499,
		fee_pence: 2042,
		net_pence: -2459,
	})
	const october = await exported('2026-10')
	expect(october.rows[1]).toBe(
		`2026-10-31,HS-000001,sale,CV Secrets No One Tells You,GBP,14.99,2.50,20,12.49,0.42,${sale.paymentIntentId},GB,,,,,shop,,GB`,
	)
	const year = await exported('2026')
	expect(year.rows).toEqual([rows[0], october.rows[1], ...rows.slice(1)])
	expect(year.notes).toEqual(['4 rows'])
	expect((await exported('2026-11-01..2026-11-02')).rows).toEqual(rows.slice(0, 2))
	const file = join(folder, 'books.csv')
	const { lines: json } = await typeCommand(adminContextOf(world), [
		...['export-books', '2026-11', '--to', file, '--json'],
	])
	expect(JSON.parse(json[0] ?? '')).toEqual({ rows: 3, file })
	expect(linesIn(await readFile(file))).toEqual(rows)
	expect(await readdir(folder)).toEqual(['books.csv'])
	await expect(exported('May')).rejects.toThrow('A period is')
	await expect(exported()).rejects.toThrow('A period is')
	await expect(exported('7', '--json')).rejects.toThrow('the file needs a name: --to <file>')
	const nowhere = join(folder, 'nowhere')
	await expect(exported('7', '--to', join(nowhere, 'books.csv'))).rejects.toThrow(
		`The folder ${nowhere} cannot be written to (ENOENT)`,
	)
})

test('a payment returned before it became a sale is booked as a fee, not as a refund', async () => {
	const sale = await sell(world)
	// Without its receipt, the payment looks like one that was returned before it became a sale.
	await tamper(world, 'delete from public.receipts where purchase_id = $1', [sale.purchaseId])
	await runAdmin(adminContextOf(world), 'refund', sale.purchaseId)
	await compareTwice(world)
	await tamper(world, `update public.refunds set at = '2026-05-03T12:00:00Z' where purchase_id = $1`, [
		sale.purchaseId,
	])
	const { rows } = await exported('2026-05')
	expect(rows.slice(1)).toEqual([
		`2026-05-03,,returned payment,CV Secrets No One Tells You,GBP,0.00,0.00,0,0.00,0.42,${sale.paymentIntentId},GB,,,,,shop,,GB`,
	])
	expect(await sumsOf('2026-05')).toMatchObject({
		gross_pence: 0,
		vat_pence: 0,
		refunds: 0,
		refunded_pence: 0,
		fee_pence: 42,
		net_pence: -42,
	})
})

test('a refund of a payment on hold is booked on the day the payment is released', async () => {
	const sale = await sell(world)
	await tamper(world, 'delete from public.receipts where purchase_id = $1', [sale.purchaseId])
	await tamper(world, `update public.purchases set status = 'held' where id = $1`, [sale.purchaseId])
	await runAdmin(adminContextOf(world), 'refund', sale.purchaseId, '--amount', '5')
	await compareTwice(world)
	await tamper(world, `update public.refunds set at = '2026-03-31T12:00:00Z' where purchase_id = $1`, [
		sale.purchaseId,
	])
	const march = async () => ({
		exported: (await exported('2026-03')).rows.slice(1),
		refunds: (await sumsOf('2026-03')).refunds,
	})
	const before = await march()
	expect(before).toEqual({ exported: [], refunds: 0 })
	await runAdmin(adminContextOf(world), 'release-purchase', sale.purchaseId)
	await tamper(world, `update public.receipts set paid_at = '2026-04-02T12:00:00Z' where purchase_id = $1`, [
		sale.purchaseId,
	])
	expect(await march()).toEqual(before)
	expect((await exported('2026-04')).rows.slice(1)).toEqual([
		expect.stringMatching(/^2026-04-02,HS-\d+,sale,.*,14\.99,.*,0\.42,/),
		expect.stringMatching(/^2026-04-02,HS-\d+,refund,.*,-5\.00,.*,0\.00,/),
	])
	expect(await sumsOf('2026-04')).toMatchObject({ refunds: 1, refunded_pence: 500 })
})

test('after an upgrade, the fees of earlier sales are stored if the key may read fees', async () => {
	const sale = await sell(world)
	await world.runJob('compare-with-provider', {})
	await tamper(world, 'delete from shop.balance_movements')
	// Makes the sale far older than the upgrade.
	await tamper(world, `update public.receipts set paid_at = paid_at - interval '400 days'`)
	await tamper(world, `update shop.balance_reading set back_to = now() + interval '1 minute', up_to = now()`)
	const feeOf = async () =>
		(
			await world.database.query(
				sql`select fee_pence from shop.balance_movements where payment_intent_id = ${sale.paymentIntentId}`,
			)
		).map(({ fee_pence }) => fee_pence)
	const { listMovements } = world.payments
	const asked: (Date | undefined)[] = []
	const shop = { ...world, log: adminContextOf(world).log }
	const payments = {
		listMovements: (time: Parameters<typeof listMovements>[0]) => {
			asked.push(time.until)
			return time.until === undefined ? (async function* () {})() : listMovements(time)
		},
	}
	await readFees({ ...shop, payments }, world.clock.now())
	expect(await feeOf()).toEqual([42])
	await readFees({ ...shop, payments }, world.clock.now())
	expect(asked.map((until) => until !== undefined)).toEqual([false, true, false])
	const refused = {
		// biome-ignore lint/correctness/useYield: it only refuses.
		listMovements: async function* () {
			throw new ProviderFailure({ definite: true, cause: new Error('403') })
		},
	}
	await readFees({ ...shop, payments: refused }, world.clock.now())
})

test.each([
	['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
	['+44', "'+44"],
	['-5', "'-5"],
	['@a', "'@a"],
	['\tx', "'\tx"],
	['a=b', 'a=b'],
	['a, b', '"a, b"'],
	['two\nlines', '"two\nlines"'],
])('in a CSV file the text %j is written as %j', (cell, written) => {
	expect(csvLine([cell, { number: '-5.00' }])).toBe(`${written},-5.00\r\n`)
})
