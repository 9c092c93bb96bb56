import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const table = await readFile(`${root}docs/money-cases.md`, 'utf8')

/** Paths are under `src/server/` unless they say otherwise. */
function placeOf(path: string): string {
	return `${root}${/^(test|src)\//.test(path) ? '' : 'src/server/'}${path}`
}

const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
const paths = new Set(
	[...table.matchAll(/`((?:test\/|src\/)?[\w/.-]+\.(?:ts|tsx))`/g)].map(([, path]) => path ?? ''),
)

test.each([...paths])('%s, which the table of cases names, is there', (path) => {
	expect(existsSync(placeOf(path))).toBe(true)
})

/** What is quoted right after a file, up to the next file: the names of tests in it, with … for what is left out. */
const named = rows.flatMap((row) =>
	[...row.matchAll(/`([\w/.-]+\.(?:test|faults)\.ts)`([^`]*)/g)].flatMap(([, path = '', after = '']) =>
		[...after.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ path, name })),
	),
)

test.each(named)('$path has a test named "$name"', async ({ path, name }) => {
	const source = plain(await readFile(placeOf(path), 'utf8'))
	const parts = plain(name).split('…')
	for (const part of parts) expect(source).toContain(part.trim())
})

/** Apostrophes are written in two ways. */
function plain(text: string): string {
	return text.replaceAll('’', "'").replaceAll("\\'", "'")
}

test('the table names a test, or the reason why there is none, for every case of the fault groups', () => {
	const cases = rows.map((row) => row.split('|')[1] ?? '').join(',')
	for (const id of ['K1–K9', 'F1', 'F2', 'F4', 'F5', 'F10', 'F11', 'F12', 'F13', 'F14', 'F21', 'F23'])
		expect(cases).toMatch(new RegExp(`\\b${id}\\b`))
	expect(named.length).toBeGreaterThan(40)
})
