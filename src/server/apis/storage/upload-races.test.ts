import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { removeFiles } from '#server/apis/storage/remove-objects.ts'
import { storeFile } from '#server/apis/storage/upload.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { bucketOf, kit } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

let folder: string
let files: FileStore
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-upload-'))
	files = createDiskStore(folder)
})
afterEach(async () => await rm(folder, { recursive: true }))

function put(body: BodyInit): Request {
	return new Request('http://shop.test/', { method: 'POST', body })
}

const take = (request: Request, key: string, store = files) =>
	storeFile({ database: world.database, files: store }, { key, request, mayReplace: true, address: '' })

test('concurrent uploads of one name leave one complete file', async () => {
	const owner = bucketOf(serviceRoleClient(world))
	const editions = Array.from({ length: 6 }, (_, index) =>
		Buffer.concat([kit, Buffer.from(`edition ${index}`)]),
	)
	const results = await Promise.all(
		editions.map((edition) => owner.upload('race.zip', edition, { upsert: true })),
	)
	for (const { error } of results) expect(error).toBeNull()
	const { data } = await owner.createSignedUrl('race.zip', 60)
	const answer = await fetch(data?.signedUrl ?? '')
	expect(answer.status).toBe(200)
	const bytes = Buffer.from(await answer.arrayBuffer())
	expect(editions.some((edition) => edition.equals(bytes))).toBe(true)
})

const first = kit
const second = Buffer.concat([kit, Buffer.from('second edition')])

/** Returns a store that pauses after one step, so that another operation can run in between. */
function slowIn(step: 'publish' | 'remove') {
	const reached = Promise.withResolvers<void>()
	const longEnough = () => new Promise((resolve) => setTimeout(resolve, 300))
	const slow: FileStore = {
		...files,
		receive: async () => {
			const incoming = await files.receive()
			return {
				...incoming,
				publish: async (name) => {
					await incoming.publish(name)
					if (step !== 'publish') return
					reached.resolve()
					await longEnough()
				},
			}
		},
		remove: async (name) => {
			if (step === 'remove') {
				reached.resolve()
				await longEnough()
			}
			await files.remove(name)
		},
	}
	return { slow, reached: reached.promise }
}

/** Returns the current edition of a name, and checks that the store contains no other. */
async function onlyEdition(key: string): Promise<Buffer> {
	const row = await one(
		world.database,
		sql`select sha256 from storage.objects where name = ${key}`,
		z.object({ sha256: z.string() }),
	)
	const stored = (await readdir(folder)).filter((name) => name.endsWith(key))
	expect(stored).toEqual([`${row.sha256.slice(0, 32)}-${key}`])
	const bytes = await (await files.open(stored[0] ?? ''))?.read()
	return Buffer.from(await new Response(bytes).arrayBuffer())
}

describe('removing an edition and uploading it again at the same time', () => {
	test.each([
		['removes the previous edition slowly', second, first, 'remove'],
		['publishes its own edition slowly', first, second, 'publish'],
	] as const)(
		'leaves the complete file of the later upload if the earlier one %s',
		async (_, slowOne, other, step) => {
			const key = `${step}.zip`
			await take(put(new Uint8Array(first)), key)
			const { slow, reached } = slowIn(step)
			const one = take(put(new Uint8Array(slowOne)), key, slow)
			await reached
			await Promise.all([one, take(put(new Uint8Array(other)), key)])
			// The second operation had to wait, so its result stays.
			expect(await onlyEdition(key)).toEqual(Buffer.from(other))
		},
	)

	test('leaves the complete upload if the service role removes the edition', async () => {
		await take(put(new Uint8Array(first)), 'removed.zip')
		const { slow, reached } = slowIn('remove')
		const removed = removeFiles({ database: world.database, files: slow }, ['removed.zip'], '')
		await reached
		await Promise.all([removed, take(put(new Uint8Array(first)), 'removed.zip')])
		expect(await onlyEdition('removed.zip')).toEqual(first)
		await removeFiles({ database: world.database, files }, ['removed.zip'], '')
		expect(await readdir(folder)).toEqual([])
	})
})

test('the bytes of a removed edition are deleted even if another edition has been uploaded in the meantime', async () => {
	for (const key of ['one.zip', 'two.zip']) await take(put(new Uint8Array(first)), key)
	const reached = Promise.withResolvers<void>()
	const uploaded = Promise.withResolvers<void>()
	const waiting: FileStore = {
		...files,
		remove: async (name) => {
			reached.resolve()
			await uploaded.promise
			await files.remove(name)
		},
	}
	const removed = removeFiles({ database: world.database, files: waiting }, ['one.zip', 'two.zip'], '')
	// Both rows have been deleted, but the second file is still in the store.
	await reached.promise
	await take(put(new Uint8Array(second)), 'two.zip')
	uploaded.resolve()
	await removed
	expect(await onlyEdition('two.zip')).toEqual(second)
})

test('of two concurrent uploads that may not replace a file, the second is refused and leaves nothing behind', async () => {
	const { slow, reached } = slowIn('publish')
	const { database } = world
	const create = (store: FileStore, bytes: Uint8Array) => {
		const request = put(new Uint8Array(bytes))
		return storeFile({ database, files: store }, { key: 'new.zip', request, mayReplace: false, address: '' })
	}
	const one = create(slow, first)
	await reached
	await expect(create(files, second)).rejects.toMatchObject({ statusCode: '409' })
	await one
	expect(await onlyEdition('new.zip')).toEqual(first)
})
