import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createWorld } from '#test/world.ts'

// A real replica is tested in test/faults/replica.faults.ts.

test.each([
	['is an ordinary database', (url: string) => url, 'it is not a replica'],
	['cannot be reached', () => 'postgresql://nobody@127.0.0.1:1/nowhere', /ECONNREFUSED/],
])('a read replica that %s is not used, and this is reported once', async (_, replicaOf, reason) => {
	const world = await createWorld()
	onTestFinished(() => world.close())
	const { logins } = world.testDatabase
	const reports: [boolean, string][] = []
	const database = openDatabase({
		...logins,
		replicaUrl: replicaOf(logins.apiUrl),
		onReplica: (...report) => reports.push(report),
		onError: () => {},
	})
	onTestFinished(() => database.close())
	const read = () => database.readAs({ role: 'anon' }, sql`select count(*) from products`, { mayLag: true })
	const [before] = await read()
	expect(before?.count).toBeGreaterThanOrEqual(0)
	await expect.poll(() => reports).toEqual([[false, expect.stringMatching(reason)]])
	expect(await read()).toEqual([before])
})
