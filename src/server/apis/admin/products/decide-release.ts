import { acting } from '#server/apis/admin/operation.ts'
import { planHolding, planSending } from '#server/shop/release-notices/plan-emails.ts'
import { productsApi } from '#shared/admin/products.ts'

export const holdReleaseEmails = acting(productsApi['hold-release-emails'], {
	does: 'holds back the emails about a product’s release until an owner sends them',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product }, decided) => await planHolding(admin, product, decided),
})

export const sendReleaseEmails = acting(productsApi['send-release-emails'], {
	does: 'sends the emails about a product’s release that were held back, once to each who asked',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product }, decided) => await planSending(admin, product, decided),
})
