import { runStatement } from '#test/run-statement.ts'
import type { World } from '#test/world.ts'

/** Runs SQL as the superuser, bypassing all grants and policies. Only for setting up and inspecting data. */
export async function runAsSuperuser(
	world: Pick<World, 'testDatabase'>,
	text: string,
): Promise<Record<string, unknown>[]> {
	return await runStatement(world.testDatabase.superuserUrl, text)
}
