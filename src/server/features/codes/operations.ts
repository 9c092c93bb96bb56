import { acting, reading } from '#server/admin-api/operation.ts'
import { codesApi } from '#shared/admin/codes.ts'
import { listDiscountCodes, listPaidGuides } from './list-codes.ts'
import { planCode, planTurnOff } from './plan-code.ts'

export const discountCodes = reading(codesApi['discount-codes'], {
	does: 'lists the discount codes: how often each was used, how much it took off and how much was paid with it',
	roles: ['owner'],
	read: async ({ database, clock }) => ({
		rows: await listDiscountCodes(database, clock.now()),
		guides: await listPaidGuides(database),
	}),
})

export const makeCode = acting(codesApi['make-code'], {
	does: 'creates a discount code, which buyers type on the payment page',
	roles: ['owner'],
	sensitive: true,
	plan: planCode,
})

export const turnOffCode = acting(codesApi['turn-off-code'], {
	does: 'turns a discount code off',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { id }, decided) => await planTurnOff(admin, id, decided),
})
