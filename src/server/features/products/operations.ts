import { reading } from '#server/admin-api/operation.ts'
import { readEditions } from '#server/features/editions/read-editions.ts'
import { productsApi } from '#shared/admin/products.ts'
import { productPath } from '#shared/paths.ts'
import { listProducts } from './list-products.ts'
import { readProduct } from './read-product.ts'

export const products = reading(productsApi.products, {
	does: 'lists every product with its sales (not for helpers), its reviews and the number of people waiting for its release',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }, _input, { role }) => ({
		rows: (await listProducts(database)).map(({ slug, ...product }) => ({
			...product,
			sold: role === 'helper' ? null : product.sold,
			path: productPath({ slug }),
		})),
	}),
})

export const product = reading(productsApi.product, {
	does: 'shows a product with its current and planned prices and its editions',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }, { id }) => {
		const { slug, ...found } = await readProduct(database, id)
		const { file, added, uploaded, waiting, editions } = await readEditions(database, id)
		return {
			...found,
			path: ['on sale', 'free', 'off sale'].includes(found.status) ? productPath({ slug }) : null,
			file,
			added,
			uploaded,
			waiting,
			editions,
		}
	},
})
