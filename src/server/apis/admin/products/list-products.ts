import { reading } from '#server/apis/admin/operation.ts'
import { listProducts } from '#server/shop/list-products.ts'
import { productsApi } from '#shared/admin/products.ts'
import { productPath } from '#shared/paths.ts'

export const products = reading(productsApi.products, {
	does: 'lists every product with its sales, reviews and who waits for its release',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }) => ({
		rows: (await listProducts(database)).map(({ slug, ...product }) => ({
			...product,
			path: productPath({ slug }),
		})),
	}),
})
