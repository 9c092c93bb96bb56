import pg from 'pg'
import { expect, test } from 'vitest'
import { openingSteps, sendRead } from '#server/platform/db/send-read.ts'
import { sendTogether } from '#server/platform/db/transaction.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

test('the driver’s stream can be corked, so that several queries are sent in one write', async () => {
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

test('a read runs read-only and in its caller’s role, and the next statement on the connection is unaffected', async () => {
	const pool = new pg.Pool({ connectionString: world.testDatabase.logins.apiUrl, max: 1, pipeline: true })
	const client = await pool.connect()
	const ask = { text: "select current_user::text as role, current_setting('transaction_read_only') as only" }
	const { rows: own } = await client.query(ask)
	const steps = openingSteps(client, { role: 'anon', claims: undefined })
	expect(await sendRead(client, steps, ask)).toEqual([{ role: 'anon', only: 'on' }])
	expect((await client.query(ask)).rows).toEqual(own)
	expect(own).toEqual([{ role: expect.not.stringMatching(/^anon$/), only: 'off' }])
	// The pool ends its connections without waiting, and the database is dropped next.
	const ended = new Promise((resolve) => client.once('end', resolve))
	client.release()
	await pool.end()
	await ended
})
