import { acting } from '#server/admin-api/operation.ts'
import { productsApi } from '#shared/admin/products.ts'
import { planHolding, planSending } from './plan-emails.ts'

export const holdReleaseEmails = acting(productsApi['hold-release-emails'], {
	does: 'holds back the emails about a product’s release until an owner sends them',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product }, decided) => await planHolding(admin, product, decided),
})

export const sendReleaseEmails = acting(productsApi['send-release-emails'], {
	does: 'sends the emails about a product’s release that were held back, one to each person who asked',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product }, decided) => await planSending(admin, product, decided),
})
