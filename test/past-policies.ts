import { runStatement } from '#test/run-statement.ts'
import type { World } from '#test/world.ts'

/** Runs SQL as the cluster's superuser, bypassing every grant and policy: to set a scene or look behind it, never to judge one. */
export async function pastPolicies(
	world: Pick<World, 'testDatabase'>,
	text: string,
): Promise<Record<string, unknown>[]> {
	return await runStatement(world.testDatabase.superuserUrl, text)
}
