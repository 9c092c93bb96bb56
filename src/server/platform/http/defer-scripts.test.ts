import { expect, test } from 'vitest'
import { deferScripts } from '#server/platform/http/defer-scripts.ts'

const start = 'import * as route0 from "/assets/root.js";import("/assets/entry.js");'

test('a page’s scripts become text that nothing fetches before it is started', () => {
	const page = `<head><link rel="modulepreload" href="/assets/root.js"/><link rel="stylesheet" href="/a.css"/></head><body><script>first()</script><script type="module" async="">${start}</script></body>`
	expect(deferScripts(page)).toBe(
		`<head><link rel="stylesheet" href="/a.css"/></head><body><script>first()</script><script type="text/plain" data-held="">${start}</script></body>`,
	)
})

test('a page without scripts stays as it is', () => {
	expect(deferScripts('<p>module</p>')).toBe('<p>module</p>')
})

test('scripts started in an unknown way stop the start instead of going unnoticed', () => {
	expect(() => deferScripts(`<script async type="module">${start}</script>`)).toThrow('unknown way')
})
