import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = await readFile(`${root}docs/auth-endpoints.md`, 'utf8')
const paths = new Set([...text.matchAll(/`([\w/.-]+\.(?:ts|tsx))`/g)].map(([, path]) => path ?? ''))

test.each([...paths])('the page names the file %s, which exists', (path) => {
	expect(existsSync(placeOf(path))).toBe(true)
})

test('the page contains every endpoint of the Auth API', async () => {
	const routes = await readFile(`${root}src/server/apis/auth/routes.ts`, 'utf8')
	const endpoints = [...routes.matchAll(/routes\.(get|post|put|delete)\('([^']+)'/g)].map(
		([, method = '', path = '']) => `\`${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``,
	)
	expect(endpoints.length).toBeGreaterThan(25)
	expect(
		endpoints.filter((endpoint) => !text.includes(`| ${endpoint}`) && !text.includes(`, ${endpoint}`)),
	).toEqual([])
})

/** Paths are relative to the folder of the Auth API unless they start at the root. */
function placeOf(path: string): string {
	return `${root}${/^(test|src|e2e)\//.test(path) ? '' : 'src/server/apis/auth/'}${path}`
}
