import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import type { PlannedAct } from '#server/shop/plan.ts'

interface Rebuilt {
	rebuilt: number
	delivered: number
	fees: number
	on_hold: number
}

/** Plans to add what the provider has from the last days and the shop's records lack. */
export function planRebuild(
	{ database, payments, shop, clock, log }: AdminDependencies,
	days: number,
): PlannedAct<Rebuilt> {
	return {
		will: [
			`Adds everything from the last ${days === 1 ? 'day' : `${days} days`} that Stripe has and our records lack, and delivers what has been paid.`,
		],
		executeInSteps: async (recorded) => {
			// Recorded first: what follows is many transactions, none of which can be refused.
			await recorded(async () => ({ details: { days }, answer: null }))
			const before = await count(database, knownFees)
			const found = await compareWithProvider({ database, payments, shop, clock, log, days })
			return {
				...found,
				fees: (await count(database, knownFees)) - before,
				on_hold: await count(database, purchasesOnHold),
			}
		},
	}
}

const knownFees = sql`select count(*)::integer as count from shop.balance_movements where fee_pence <> 0`
const purchasesOnHold = sql`select count(*)::integer as count from public.purchases where status = 'held'`
