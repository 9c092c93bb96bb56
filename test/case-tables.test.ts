import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The documents that say which test covers which case, the folder their paths start in, and the cases they must contain. */
const pages = [
	{
		page: 'money-cases.md',
		base: 'src/server/',
		// Not every number is in use.
		cases: [
			...[1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 18, 19, 20].map((number) => `P${number}`),
			...['O3–O32', 'O33', 'O36', 'O37', 'O41', 'O42', 'O43', 'S11–S18'],
			...[1, 2, 4, 5, 6, 7, 8, 10, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33].map(
				(number) => `S${number}`,
			),
			...[1, 2, 4, 5, 6, 7, 8, 10, 11, 13, 15, 16, 17, 18, 20].map((number) => `W${number}`),
			...[21, 22, 23, 24, 25, 26, 27, 28].map((number) => `W${number}`),
			...[
				'K1–K9',
				'F1',
				'F2',
				'F3',
				'F4',
				'F5',
				'F6',
				'F7',
				'F8',
				'F10',
				'F11',
				'F12',
				'F13',
				'F14',
				'F16',
				'F17',
				'F21',
				'F22',
				'F23',
				'L6',
				'L8',
			],
		],
		least: 40,
	},
	{
		page: 'people-cases.md',
		base: 'src/server/',
		// Not every number is in use.
		cases: [
			...[1, 2, 3, 7, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31, 33, 34],
			...[36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 50, 51, 52, 53, 54, 55, 57, 59, 60],
		]
			.map((number) => `A${number}`)
			.concat('PR-4', 'PR-5', 'PR-6', 'K10', 'K11', 'K12', 'K13')
			.concat(Array.from({ length: 16 }, (_, index) => `R${index + 1}`))
			.concat(Array.from({ length: 16 }, (_, index) => `D${index + 1}`))
			.concat(Array.from({ length: 13 }, (_, index) => `T${index + 1}`)),
		least: 90,
	},
	{ page: 'auth-endpoints.md', base: 'src/server/apis/auth/', cases: [], least: 40 },
]

describe.each(pages)('$page', async ({ page, base, cases, least }) => {
	const text = await readFile(`${root}docs/${page}`, 'utf8')
	const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
	/** Paths are relative to the base folder of the document unless they start at the root. */
	const placeOf = (path: string) => `${root}${/^(test|src|e2e)\//.test(path) ? '' : base}${path}`
	const paths = new Set([...text.matchAll(/`([\w/.-]+\.(?:ts|tsx))`/g)].map(([, path]) => path ?? ''))
	/** The quoted test names that follow a file name, up to the next file name. A … matches any text. */
	const named = rows.flatMap((row) =>
		[...row.matchAll(/`([\w/.-]+\.(?:test|faults|spec)\.tsx?)`([^`]*)/g)].flatMap(
			([, path = '', after = '']) =>
				[...after.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ path, name })),
		),
	)

	test.each([...paths])('names the file %s, which exists', (path) => {
		expect(existsSync(placeOf(path))).toBe(true)
	})

	test.each(named)('$path has a test named "$name"', async ({ path, name }) => {
		const source = plain(await readFile(placeOf(path), 'utf8'))
		for (const part of plain(name).split('…')) expect(source).toContain(part.trim())
	})

	test('lists every case, and names enough tests', () => {
		const listed = new Set(rows.flatMap((row) => (row.split('|')[1] ?? '').split(',').map((id) => id.trim())))
		expect(cases.filter((id) => !listed.has(id))).toEqual([])
		expect(named.length).toBeGreaterThan(least)
	})
})

test('auth-endpoints.md contains every endpoint of the Auth API', async () => {
	const routes = await readFile(`${root}src/server/apis/auth/routes.ts`, 'utf8')
	const text = await readFile(`${root}docs/auth-endpoints.md`, 'utf8')
	const endpoints = [...routes.matchAll(/routes\.(get|post|put|delete)\('([^']+)'/g)].map(
		([, method = '', path = '']) => `\`${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``,
	)
	expect(endpoints.length).toBeGreaterThan(25)
	expect(
		endpoints.filter((endpoint) => !text.includes(`| ${endpoint}`) && !text.includes(`, ${endpoint}`)),
	).toEqual([])
})

/** Apostrophes are written in two ways. */
function plain(text: string): string {
	return text.replaceAll('’', "'").replaceAll("\\'", "'")
}
