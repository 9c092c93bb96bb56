import { expect, test } from 'vitest'
import { jobs } from '#server/features/jobs.ts'
import { createWorld } from '#test/world.ts'

test('every kind of job has one handler, and a name of its own', async () => {
	const world = await createWorld()
	try {
		const names = jobs.map(({ name }) => name).sort()
		expect(new Set(names).size).toBe(names.length)
		expect(world.jobs.map(({ job }) => job.name).sort()).toEqual(names)
	} finally {
		await world.close()
	}
})
