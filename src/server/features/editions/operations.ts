import { acting, downloading, uploading } from '#server/admin-api/operation.ts'
import { wholeFile } from '#server/shop/files/file-store.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { productsApi } from '#shared/admin/products.ts'
import { planEdition, planTakingBack } from './plan-edition.ts'
import { receiveEdition } from './receive-edition.ts'
import { openUpload, planDiscarding } from './uploads.ts'

export const uploadEdition = uploading(productsApi['upload-edition'], {
	does: 'stores a new file for a guide, which customers get once it is published',
	roles: ['owner'],
	sensitive: true,
	receive: async (admin, { product: productId, name }, bytes, decided) =>
		await receiveEdition(admin, { productId, name }, bytes, decided),
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

export const discardUpload = acting(productsApi['discard-upload'], {
	does: 'discards a file that was uploaded and not published',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { id }, decided) => await planDiscarding(admin, id, decided),
})

export const uploadedFile = downloading(productsApi['uploaded-file'], {
	does: 'downloads a file that was uploaded and not published, so that its owner can look at it',
	roles: ['owner'],
	sensitive: true,
	open: async (admin, { id }, decided) => {
		const { upload, file } = await openUpload(admin, id)
		await admin.database.asServer((tx) =>
			recordAct(tx, {
				command: 'uploaded-file',
				...decided,
				details: { product: upload.productId, sha256: upload.sha256 },
			}),
		)
		return {
			name: upload.fileName,
			contentType: upload.contentType,
			content: chunksOf(await wholeFile(file)),
		}
	},
})

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes
}
