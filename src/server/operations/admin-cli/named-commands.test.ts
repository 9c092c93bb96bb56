import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { operations } from '#server/features/operations.ts'
import { fieldsOf } from './fields.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folders = '{src,docs,deploy,e2e,lab,scripts,test}/**/*.{ts,tsx,mjs,md,yml,json}'
const general = ['by', 'reason', 'yes', 'json', 'help', 'to', 'product']

test('every command of the admin CLI that a document, an alert or a page names exists, with its options', async () => {
	const named: string[] = []
	const files = await Array.fromAsync(glob([folders, '*.md'], { cwd: root }))
	for (const file of files.filter((name) => name !== 'CHANGELOG.md')) {
		const text = await readFile(`${root}/${file}`, 'utf8')
		for (const [, name = '', rest = ''] of text.matchAll(
			/(?:npm run admin -- |admin-cli\/main\.ts )([a-z][a-z-]*)([^`'\n#|;]*)/g,
		)) {
			named.push(name)
			const operation = Object.entries(operations).find(([known]) => known === name)?.[1]
			expect(operation, `${file} names ${name}`).toBeDefined()
			if (operation === undefined) continue
			const options = [...general, ...fieldsOf(operation).map(({ option }) => option)]
			for (const [, option = ''] of rest.matchAll(/ --([a-z-]+)/g))
				expect(options, `${file}: ${name} --${option}`).toContain(option)
		}
	}
	expect(new Set(named).size).toBeGreaterThan(15)
})
