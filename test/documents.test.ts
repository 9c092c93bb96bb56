import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const decisions = markdownIn('docs/decisions').filter((file) => !file.endsWith('README.md'))
const documents = [
	'README.md',
	'catalogue/README.md',
	'workshop/README.md',
	...markdownIn('docs'),
	...markdownIn('docs/decisions'),
]
const topFolders = 'bench|catalogue|deploy|docs|e2e|goods|migrations|public|scripts|src|test'

describe.each(documents)('%s', (file) => {
	const text = readFileSync(join(root, file), 'utf8')

	test('links only to files that exist', () => {
		const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
		const local = links.filter((target) => !/^[a-z]+:/.test(target))
		expect(local.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([])
	})

	test('names only files and folders that exist', () => {
		const paths = [...text.matchAll(new RegExp(`\`((?:${topFolders})/[\\w./-]*)\``, 'g'))].map(
			([, path = '']) => path,
		)
		// A fresh clone lacks the files that programs write. They are listed in .gitignore.
		const written = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
		expect(paths.filter((path) => !existsSync(join(root, path)) && !written.includes(path))).toEqual([])
	})

	test('names only npm commands that exist', () => {
		const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
		expect(commands.filter((name) => !Object.keys(packageJson.scripts).includes(name))).toEqual([])
	})
})

test.each(decisions)('%s ends with the check that keeps the decision true, and is in the index', (file) => {
	const paragraphs = readFileSync(join(root, file), 'utf8').trim().split('\n\n')
	expect(paragraphs.at(-1)).toMatch(/^\*\*Check\.\*\* /)
	const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
	expect(index).toContain(`(${file.replace('docs/decisions/', '')})`)
})

/** Lists the Markdown files of a folder, relative to the root. */
function markdownIn(folder: string): string[] {
	return readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `${folder}/${name}`)
}
