import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { StoreFailure } from '#server/shop/files/file-store.ts'
import { bucketOf, kit, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ log: pino({ level: 'error' }, { write: (line) => logged.push(line) }) })
let url: string
const logged: string[] = []
beforeAll(async () => {
	const { ben, benId } = await stockStore(world)
	await onlySale(world, benId)
	const { data, error } = await bucketOf(ben).createSignedUrl('CV.zip', 60)
	if (error !== null) throw error
	url = data.signedUrl
})

test('a file that is missing or incomplete in the store is reported as not found', async () => {
	const row = await one(
		world.database,
		sql`select sha256 from storage.objects where name = 'CV.zip'`,
		z.object({ sha256: z.string() }),
	)
	const name = `${row.sha256.slice(0, 32)}-CV.zip`
	await world.files.put(name, kit.subarray(0, 100))
	expect(await (await fetch(url)).json()).toEqual({
		statusCode: '404',
		error: 'Not found',
		message: 'The resource was not found',
		code: 'NoSuchKey',
	})
	await world.files.remove(name)
	expect((await fetch(url)).status).toBe(400)
	await world.files.put(name, kit)
	expect((await fetch(url)).status).toBe(200)
})

test('answers 503 rather than 404 while the store fails', async () => {
	const { open } = world.files
	world.files.open = async () => {
		throw new StoreFailure(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
	}
	const answer = await fetch(url)
	world.files.open = open
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
	expect(await answer.json()).toMatchObject({
		statusCode: '503',
		message: 'The file cannot be read just now. Please try again in a moment.',
	})
	expect((await fetch(url)).status).toBe(200)
})

test('a download that the store interrupts is cut off and logged', async () => {
	const { open } = world.files
	world.files.open = async (name) => {
		const file = await open(name)
		let reads = 0
		const read = async () =>
			new ReadableStream({
				type: 'bytes',
				autoAllocateChunkSize: 1_000,
				pull: ({ byobRequest }) => {
					if (reads === 1) throw new Error('the disk is broken')
					reads += 1
					byobRequest?.respond(1)
				},
			})
		return file && { ...file, read }
	}
	logged.length = 0
	const answer = await fetch(url)
	world.files.open = open
	expect(answer.status).toBe(200)
	await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
	expect(logged.map((line) => JSON.parse(line))).toEqual([
		expect.objectContaining({
			msg: 'a download could not be finished',
			request: answer.headers.get('x-request-id'),
		}),
	])
})
