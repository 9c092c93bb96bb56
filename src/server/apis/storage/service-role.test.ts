import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { bucketOf, guide, kit, onlySale, type StockedStore, stockStore } from '#test/stocked-store.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ada: StockedStore['ada']
let ben: StockedStore['ben']
beforeAll(async () => {
	world = await createWorld()
	const stocked = await stockStore(world)
	;({ ada, ben } = stocked)
	await onlySale(world, stocked.benId)
})
afterAll(async () => await world.close())

function sha256(bytes: Uint8Array | ArrayBuffer): string {
	return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

describe('the service role', () => {
	const owner = () => bucketOf(serviceRoleClient(world))

	test('lists, replaces and removes files, and signs links to any', async () => {
		expect((await owner().list()).data?.map(({ name }) => name)).toEqual(
			['blank.pdf', 'CV.zip', 'northeast-money-guide.zip', 'StudentGuide.pdf'].sort(),
		)
		expect(
			(await owner().list('', { search: 'cv', sortBy: { column: 'created_at', order: 'desc' } })).data,
		).toMatchObject([{ name: 'CV.zip', metadata: { size: kit.length, mimetype: 'application/zip' } }])
		const found = (await owner().list('', { search: 'GUIDE' })).data?.map(({ name }) => name)
		expect(found?.sort()).toEqual(['StudentGuide.pdf', 'northeast-money-guide.zip'])
		const edition = Buffer.concat([kit, Buffer.from('second edition')])
		expect((await owner().upload('extra.zip', kit)).data).toMatchObject({
			path: 'extra.zip',
			fullPath: 'pdfs/extra.zip',
		})
		expect((await owner().upload('extra.zip', edition)).error).toMatchObject({
			statusCode: '409',
			message: 'The resource already exists',
		})
		expect((await owner().upload('extra.zip', edition, { upsert: true })).error).toBeNull()
		const { data } = await owner().createSignedUrl('extra.zip', 60)
		expect(sha256(await (await fetch(data?.signedUrl ?? '')).arrayBuffer())).toBe(sha256(edition))
		expect((await owner().update('extra.zip', new Blob([kit]))).error).toBeNull()
		expect(sha256(await (await fetch(data?.signedUrl ?? '')).arrayBuffer())).toBe(sha256(kit))
		expect((await owner().remove(['extra.zip', 'nope.zip'])).data).toMatchObject([{ name: 'extra.zip' }])
		expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
	})

	test('cannot upload anything but a PDF or ZIP', async () => {
		const refusal = async (name: string, body: Uint8Array | Blob) =>
			(await owner().upload(name, body, { upsert: true })).error
		expect(await refusal('page.html', Buffer.from('<script>'))).toMatchObject({
			statusCode: '415',
			code: 'InvalidMimeType',
		})
		expect(await refusal('page.pdf', Buffer.from('<script>'))).toMatchObject({ statusCode: '415' })
		expect(await refusal('empty.pdf', Buffer.alloc(0))).toMatchObject({ statusCode: '400' })
		expect(await refusal('..%2fup.pdf', guide)).toMatchObject({ code: 'InvalidKey' })
		expect(await refusal('folder/up.pdf', guide)).toMatchObject({ code: 'InvalidKey' })
		expect(await refusal('big.zip', new Blob([kit, new Uint8Array(51 * 1024 * 1024)]))).toMatchObject({
			status: 413,
			statusCode: '413',
		})
	})

	test('is the only role allowed to do this', async () => {
		for (const client of [ada, anonymousClient(world)]) {
			expect((await bucketOf(client).upload('mine.pdf', guide)).error).toMatchObject({
				statusCode: '403',
				code: 'AccessDenied',
			})
			expect((await bucketOf(client).update('CV.zip', kit)).error).toMatchObject({ statusCode: '403' })
			expect((await bucketOf(client).list()).error).toMatchObject({ statusCode: '403' })
			expect((await bucketOf(client).remove(['CV.zip'])).error).toMatchObject({ statusCode: '403' })
		}
		expect((await bucketOf(ben).createSignedUrl('CV.zip', 60)).error).toBeNull()
	})
})
