import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { pauseEvents, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'
import { movementsOf } from './movements.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})

const cases: [string, number[], number][] = [
	['three thirds', [500, 500, 499], -250],
	['five pounds one by one and the rest', [100, 100, 100, 100, 100, 999], -250],
	['pennies', [...Array.from({ length: 10 }, () => 1), 1489], -250],
	['ten pennies of it', Array.from({ length: 10 }, () => 1), -2],
	['more than was paid, as a bank may take', [1000, 600], -250],
]

test.each(cases)(
	'the VAT of %s, returned in parts, adds up to that of the sum',
	async (_name, parts, vat) => {
		const { purchaseId, userId } = await sell(world)
		await tamper(world, 'update public.receipts set vat_pence = 250 where purchase_id = $1', [purchaseId])
		for (const [index, pence] of parts.entries())
			await tamper(
				world,
				`insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at)
			values ($1, $2, $3, $4, $5, now() + $6 * interval '1 minute')`,
				[`re_${index}_${purchaseId}`, purchaseId, userId, index % 2 ? 'dispute' : 'refund', pence, index],
			)
		const rows = await world.database.query(
			sql`select vat_pence from (${movementsOf(sql`select ${purchaseId}::uuid as id`)}) m where kind <> 'sale'`,
			z.object({ vat_pence: z.int() }),
		)
		expect(rows).toHaveLength(parts.length)
		expect(rows.reduce((sum, row) => sum + row.vat_pence, 0)).toBe(vat)
	},
)
