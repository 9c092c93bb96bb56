import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'

const lockSchema = z.object({
	packages: z.record(
		z.string(),
		z.looseObject({ link: z.boolean().optional(), integrity: z.string().optional() }),
	),
})

test('every package of the lockfile has the hash of its content, also those of other systems', async () => {
	const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')
	const { packages } = lockSchema.parse(JSON.parse(text))
	const installed = Object.entries(packages).filter(
		([path, { link }]) => path.includes('node_modules/') && link !== true,
	)
	expect(installed.length).toBeGreaterThan(700)
	const without = installed.filter(
		([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
	)
	expect(without.map(([path]) => path)).toEqual([])
})
