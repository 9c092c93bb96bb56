import { acting, uploading } from '#server/apis/admin/operation.ts'
import { planEdition, planTakingBack } from '#server/shop/editions/plan-edition.ts'
import { receiveEdition } from '#server/shop/editions/receive-edition.ts'
import { productsApi } from '#shared/admin/products.ts'

export const uploadEdition = uploading(productsApi['upload-edition'], {
	does: 'stores a new file for a guide, which customers get once it is published',
	roles: ['owner'],
	sensitive: true,
	receive: async (admin, { product }, bytes, decided) => await receiveEdition(admin, product, bytes, decided),
})

export const publishEdition = acting(productsApi['publish-edition'], {
	does: 'gives customers an uploaded file as the new edition of a guide',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { id, changes, tell }, decided) =>
		await planEdition(admin, { id, changes, tells: tell }, decided),
})

export const takeBackEdition = acting(productsApi['take-back-edition'], {
	does: 'takes back the latest edition that an owner published, so that customers get the previous file again',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { product }, decided) => await planTakingBack(admin, product, decided),
})
