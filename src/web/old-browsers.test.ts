import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** What browsers have only since 2023, and no build adds to older ones. The pages are built for Safari 16.4 and later. */
const newer =
	/\b(?:(?:Object|Map)\.groupBy|Array\.fromAsync|Promise\.(?:try|withResolvers)|URL\.parse|RegExp\.escape|Iterator\.(?:from|concat))\(/g

test('no script that visitors load calls what browsers of 2023 lack', async () => {
	const folder = new URL('../../build/client/assets/', import.meta.url)
	const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
	expect(scripts.length).toBeGreaterThan(50)
	const called = await Promise.all(
		scripts.map(
			async (name) => [name, (await readFile(new URL(name, folder), 'utf8')).match(newer)] as const,
		),
	)
	expect(called.filter(([, calls]) => calls !== null)).toEqual([])
})
