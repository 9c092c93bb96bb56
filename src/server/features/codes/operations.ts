import { reading } from '#server/admin-api/operation.ts'
import { codesApi } from '#shared/admin/codes.ts'
import { listCodeTargets, listDiscountCodes } from './list-codes.ts'
import { codeActs } from './plan-code.ts'

export const codeOperations = {
	'discount-codes': reading(codesApi['discount-codes'], {
		does: 'lists the discount codes: how often each was used, how much it took off and how much was paid with it',
		roles: ['owner'],
		read: async ({ database, clock, config }) => ({
			rows: await listDiscountCodes(database, clock.now()),
			guides: (await listCodeTargets(database)).map(({ path, least_pence: _, ...target }) => ({
				...target,
				address: `${config.siteUrl}${path}`,
			})),
		}),
	}),
	...codeActs,
}
