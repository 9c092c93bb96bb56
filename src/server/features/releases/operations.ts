import { acting } from '#server/admin-api/operation.ts'
import { productsApi } from '#shared/admin/products.ts'
import { planRelease, planTakingBackRelease } from './plan-release.ts'

export const releaseProduct = acting(productsApi['release-product'], {
	does: 'releases a product that is coming soon, with the uploaded file, for sale or free of charge',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product: productId, price_pence: pence }, decided) =>
		await planRelease(admin, { productId, pence }, decided),
})

export const takeBackRelease = acting(productsApi['take-back-release'], {
	does: 'takes back the release of a product, which is then coming soon again, unless a customer already has it',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product }, decided) => await planTakingBackRelease(admin, product, decided),
})
