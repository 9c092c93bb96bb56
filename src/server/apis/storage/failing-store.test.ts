import type { SupabaseClient } from '@supabase/supabase-js'
import pino from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { StoreFailure, sha256Of } from '#server/shop/files/file-store.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { bucketOf, kit, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({
	log: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
})
let url: string
let holder: SupabaseClient
const logged: string[] = []
beforeAll(async () => {
	const { ben, benId } = await stockStore(world)
	await onlySale(world, benId)
	holder = ben
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

describe('an edition is published just before the bytes of the one before are opened', () => {
	const next = Buffer.concat([kit, Buffer.from('next edition')])
	let open: typeof world.files.open
	beforeEach(async () => {
		const owner = bucketOf(serviceRoleClient(world))
		await owner.update('CV.zip', kit)
		open = world.files.open
		world.files.open = async (name) => {
			world.files.open = open
			const { error } = await owner.update('CV.zip', next)
			expect(error).toBeNull()
			return await open(name)
		}
	})
	afterEach(() => {
		world.files.open = open
	})

	test('a link sends the new one', async () => {
		const answer = await fetch(url)
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(next)
		expect(answer.headers.get('etag')).toBe(`"${sha256Of(next)}"`)
	})

	test('a download by its holder sends the new one', async () => {
		const { data, error } = await bucketOf(holder).download('CV.zip')
		expect(error).toBeNull()
		expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(next)
	})
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
