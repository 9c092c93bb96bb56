import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listMigrations } from '#server/platform/db/migrate.ts'

/** Landed before this test: they don't depend on each other, and run in the order of their names. */
const landedPairs = [
	['1795300900000', 2],
	['1795364000000', 2],
]

test('no two migrations share a number, except for two pairs that have landed', async () => {
	const counts = new Map<string, number>()
	for (const name of await readdir(new URL('../migrations', import.meta.url)))
		counts.set(name.slice(0, 13), (counts.get(name.slice(0, 13)) ?? 0) + 1)
	expect([...counts].filter(([, count]) => count > 1)).toEqual(landedPairs)
})

test('migrations are listed in one order on every system, pairs by their names', async () => {
	const names = await listMigrations()
	for (const [number] of landedPairs) {
		const pair = names.filter((name) => name.startsWith(String(number)))
		// By code unit, not by the language of the machine.
		expect(pair[0] !== undefined && pair[1] !== undefined && pair[0] < pair[1]).toBe(true)
	}
	expect(names).toEqual([...names].sort())
})
