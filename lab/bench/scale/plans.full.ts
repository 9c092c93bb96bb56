import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scansOf } from './report.ts'
import { type Watch, watchShop } from './run-shop.ts'
import { buildWorld } from './world.ts'

// 50,000 purchases are enough: PostgreSQL chooses the same plans as with a million (`npm run bench:scale`).

let folder = ''
let watch: Watch
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-plans-'))
	await chmod(folder, 0o755)
	await buildWorld(folder, 10_000, () => {})
	watch = await watchShop(folder, 4)
}, 300_000)
afterAll(async () => await rm(folder, { recursive: true, force: true }))

test('no statement for a user reads a large table as a whole', () => {
	expect(watch.statements.length).toBeGreaterThan(50)
	expect(scansOf(watch.statements)).toEqual([])
})

test('the owner finds users and purchases by an index', () => {
	expect(watch.lists.flatMap(({ name, wholeTables }) => (wholeTables.length > 0 ? [name] : []))).toEqual([])
})

test('no read of the admin reads a large table as a whole, except where that is intended', () => {
	expect(watch.reads.length).toBeGreaterThan(50)
	expect(
		watch.reads.flatMap(({ name, wholeTables }) => (wholeTables.length > 0 ? [{ name, wholeTables }] : [])),
	).toEqual([])
})
