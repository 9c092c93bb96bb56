import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

async function locksHeld(): Promise<number> {
	const rows = await world.database.query(sql`
		select from pg_locks where locktype = 'advisory' and database = (
			select oid from pg_database where datname = current_database()
		)`)
	return rows.length
}

const inAMoment = () => new Promise((resolve) => setTimeout(resolve, 100))

test('work on the same file is serialised, and work on other files does not wait for it', async () => {
	const steps: string[] = []
	const begun = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() }
	const work = (key: 'a' | 'b') =>
		withFileLock(world.database, key, async () => {
			steps.push(`${key} begins`)
			begun[key].resolve()
			// This would never end if work on one file waited for work on the other.
			await Promise.all([begun.a.promise, begun.b.promise])
			await inAMoment()
			steps.push(`${key} ends`)
		})
	await Promise.all([work('a'), work('b'), work('a')])
	expect(steps.slice(0, 2).sort()).toEqual(['a begins', 'b begins'])
	expect(steps.filter((step) => step.startsWith('a'))).toEqual(['a begins', 'a ends', 'a begins', 'a ends'])
})

test('work on many files completes with at most three connections', async () => {
	const before = await locksHeld()
	let done = 0
	const all = Promise.all(
		Array.from({ length: 12 }, (_, index) =>
			withFileLock(world.database, `file ${index}`, async () => {
				await inAMoment()
				done += 1
			}),
		),
	)
	await inAMoment()
	expect((await locksHeld()) - before).toBeLessThanOrEqual(3)
	await all
	expect(done).toBe(12)
	expect(await locksHeld()).toBe(before)
})

test('work that fails releases the lock', async () => {
	const before = await locksHeld()
	for (let round = 0; round < 5; round += 1)
		await expect(
			withFileLock(world.database, 'a', () => Promise.reject(new Error('no room'))),
		).rejects.toThrow('no room')
	expect(await locksHeld()).toBe(before)
})

test('a failed connection does not block later work', async () => {
	const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 })
	for (let round = 0; round < 4; round += 1)
		await expect(withFileLock({ jobsPool: unreachable }, 'a', async () => 'done')).rejects.toThrow(
			'ECONNREFUSED',
		)
	await unreachable.end()
	expect(await withFileLock(world.database, 'a', async () => 'done')).toBe('done')
})

test('work that has lost its lock can no longer query the database', async () => {
	const lost = withFileLock(world.database, 'a', async (rows) => {
		const [mine] = await rows.query(sql`select pg_backend_pid() as pid`, z.object({ pid: z.number() }))
		await world.database.query(sql`select pg_terminate_backend(${mine?.pid})`)
		await inAMoment()
		return await rows.query(sql`select 1 as still`)
	})
	await expect(lost).rejects.toThrow()
	expect(await withFileLock(world.database, 'a', (rows) => rows.query(sql`select 1 as still`))).toEqual([
		{ still: 1 },
	])
})
