import { z } from 'zod'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import { linesOf } from '#sandbox/stripe/balance/payouts.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'

export const balanceOperations: readonly Operation[] = [
	retrieve('balanceTransactions.retrieve', '/balance_transactions/:id', 'balance_transaction', 'id'),
	operation({
		name: 'balanceTransactions.list',
		method: 'GET',
		path: '/balance_transactions',
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			source: text().optional(),
			payout: text().optional(),
			type: text().optional(),
		}),
		run: ({ world, url }, { created, source, payout, type, ...page }) =>
			listPage(world.objects, 'balance_transaction', url, page, {
				parent: payout === undefined ? undefined : linesOf(world, payout),
				where: {
					...(source === undefined ? {} : { source }),
					...(type === undefined ? {} : { type }),
				},
				...(created === undefined ? {} : { created }),
			}),
	}),
]
