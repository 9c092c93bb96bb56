import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendTogether } from '#server/platform/db/transaction.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => await world.close())

test('the driver’s stream can be corked, so that several queries leave in one write', async () => {
	const { connectionString } = world.database.jobsPool.options
	const client = new pg.Client({ connectionString, pipeline: true })
	await client.connect()
	const { stream } = client.connection
	const lengths: number[] = []
	const answers = sendTogether(client, () => {
		const first = client.query('select 1 as answer')
		lengths.push(stream.writableLength)
		const second = client.query('select 2 as answer')
		lengths.push(stream.writableLength)
		return [first, second]
	})
	expect(lengths[0]).toBeGreaterThan(0)
	expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0)
	expect((await Promise.all(answers)).map(({ rows }) => rows[0]?.answer)).toEqual([1, 2])
	await client.end()
})
