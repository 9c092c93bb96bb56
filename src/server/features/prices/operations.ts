import { acting } from '#server/admin-api/operation.ts'
import { productsApi } from '#shared/admin/products.ts'
import { planCancelling, planPrice } from './plan-price.ts'

export const setPrice = acting(productsApi['set-price'], {
	does: 'sets the price of a paid product, now or from a given time',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product: productId, price_pence: pence, from }, decided) =>
		await planPrice(admin, { productId, pence, from }, decided),
})

export const cancelPrice = acting(productsApi['cancel-price'], {
	does: 'cancels the planned price of a product',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product: productId }, decided) => await planCancelling(admin, productId, decided),
})
