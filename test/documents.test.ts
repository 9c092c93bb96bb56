import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import released from '../deploy/released.json' with { type: 'json' }
import packageJson from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const decisions = markdownIn('docs/decisions').filter((file) => !file.endsWith('README.md'))
const documents = [
	...markdownIn('.'),
	'catalogue/README.md',
	'workshop/README.md',
	'lab/measurements.md',
	'test/faults/README.md',
	'test/official/README.md',
	...markdownIn('docs'),
	...markdownIn('docs/decisions'),
]
const topFolders = 'catalogue|deploy|docs|e2e|goods|lab|migrations|public|scripts|src|test|workshop'

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

describe.each(decisions)('%s', (file) => {
	const text = readFileSync(join(root, file), 'utf8').trim()
	const name = basename(file)

	test('is numbered, dated, and in the index', () => {
		expect(name).toMatch(/^\d{3}-[a-z-]+\.md$/)
		expect(text.split('\n')[2]).toMatch(
			/^(Accepted|Superseded by \[(\d{3})\]\(\2-[a-z-]+\.md\)), \d{1,2} [A-Z][a-z]+ \d{4}/,
		)
		const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
		expect(index).toContain(`\n- ${name.slice(0, 3)} [${text.split('\n')[0]?.slice(2)}](${name})`)
	})

	test('fits on a screen and ends with the check that keeps it true', () => {
		expect(text.split('\n').length).toBeLessThanOrEqual(40)
		for (const part of ['Decision', 'Why', 'Rejected']) expect(text).toContain(`\n**${part}.**`)
		expect(text.split('\n\n').at(-1)).toMatch(/^\*\*Check\.\*\* /)
	})
})

test('the decisions are numbered one after the other', () => {
	const numbers = decisions.map((file) => Number(basename(file).slice(0, 3)))
	expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('the change log has a part for the version that was released last, below what comes next', () => {
	const titles = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').match(/^## .*/gm) ?? []
	expect(titles[0]).toBe('## Next')
	expect(titles[1]).toMatch(
		new RegExp(`^## ${RegExp.escape(released.version)}, \\d{1,2} [A-Z][a-z]+ \\d{4}$`),
	)
})

/** Lists the Markdown files of a folder, relative to the root. */
function markdownIn(folder: string): string[] {
	return readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => join(folder, name))
}
