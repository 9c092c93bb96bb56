import { expect, test } from 'vitest'
import { deferScripts } from '#server/platform/http/defer-scripts.ts'

const start = 'import * as route0 from "/assets/root.js";import("/assets/entry.js");'

test('a page’s scripts become text that is not fetched until they are started', () => {
	const page = `<head><link rel="modulepreload" href="/assets/root.js"/><link rel="stylesheet" href="/a.css"/></head><body><script>first()</script><script type="module" async="">${start}</script></body>`
	expect(deferScripts(page)).toBe(
		`<head><link rel="stylesheet" href="/a.css"/></head><body><script>first()</script><script type="text/plain" data-held="">${start}</script></body>`,
	)
})

test('a page without scripts is unchanged', () => {
	expect(deferScripts('<p>module</p>')).toBe('<p>module</p>')
})

test('an unknown kind of script stops the start', () => {
	expect(() => deferScripts(`<script async type="module">${start}</script>`)).toThrow('unknown way')
})
