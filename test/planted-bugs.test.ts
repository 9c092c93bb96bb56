import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bugs } from '../lab/planted-bugs/bugs.ts'
import { plant } from '../lab/planted-bugs/planted-bug.ts'

// `npm run test:planted-bugs` plants the bugs. This test only checks that the list still fits the code.
const root = fileURLToPath(new URL('..', import.meta.url))

test.each(bugs)('the planted bug $name still changes exactly one place', async (bug) => {
	const source = await readFile(join(root, bug.file), 'utf8')
	expect(plant(bug, source)).not.toBe(source)
})

test('every test file that should notice a planted bug exists', () => {
	const files = new Set(bugs.flatMap(({ noticedBy }) => noticedBy))
	expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('no two planted bugs share a name', () => {
	expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
})

test('a planted bug whose text is missing or occurs twice is out of date', () => {
	const bug = {
		name: 'x/y',
		file: 'z.ts',
		find: 'a',
		replace: 'b',
		why: '',
		noticedBy: ['z.test.ts'],
	} as const
	expect(plant(bug, 'a')).toBe('b')
	expect(() => plant(bug, 'c')).toThrow('x/y is out of date')
	expect(() => plant(bug, 'a a')).toThrow('occurs 2 times')
})
