import pg from 'pg'
import type { World } from '#test/world.ts'

/** Runs SQL as the cluster's superuser, past every grant and policy: to set a scene or look behind it, never to judge one. */
export async function pastPolicies(
	world: Pick<World, 'testDatabase'>,
	text: string,
): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await client.connect()
	try {
		return (await client.query<Record<string, unknown>>(text)).rows
	} finally {
		await client.end()
	}
}
