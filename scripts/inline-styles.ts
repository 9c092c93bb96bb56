import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Selector, transform } from 'lightningcss'
import { markupModules } from './setup/build.mjs'
import { rootDir } from './setup/run.mjs'

/** Those of `build.cssTarget` in `vite.config.ts`, as numbers. */
const targets = { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) }

const styleSheet = /<link rel="stylesheet" href="([^"]+)"\/>/g

/**
 * Writes into each page the rules of its style sheets that it needs, so that its first paint waits for no further request. The sheets
 * themselves lose their address: `src/web/head/start-scripts.js` gives it back once the page is painted, because menus, dialogs and
 * other pages need the remaining rules.
 */
export async function inlineStyles({ folder }: { folder: string }): Promise<void> {
	const modules = await Promise.all(markupModules.map((file) => readFile(join(rootDir, file), 'utf8')))
	const fromServer = modules.join('\n')
	const files = await readdir(folder, { recursive: true })
	const sheets = new Map<string, string>()
	async function read(address: string): Promise<string> {
		const known = sheets.get(address) ?? (await readFile(join(folder, address), 'utf8'))
		sheets.set(address, known)
		return known
	}
	for (const file of files.filter((name) => name.endsWith('.html'))) {
		const path = join(folder, file)
		const page = await readFile(path, 'utf8')
		const addresses = Array.from(page.matchAll(styleSheet), ([, address = '']) => address.split('#')[0] ?? '')
		const css = (await Promise.all(addresses.map(read))).join('\n')
		if (css === '') throw new Error(`${file} has no style sheet`)
		await writeFile(
			path,
			withRules(page, neededRules(css, page.includes('data-markup=') ? page + fromServer : page)),
		)
	}
}

/** Adds these rules to a page and takes the address from its style sheets. The rules come first, so that the complete sheets override them. */
function withRules(page: string, rules: string): string {
	const start = page.search(styleSheet)
	const before = page.slice(0, start)
	const after = page.slice(start).replace(styleSheet, '<link rel="stylesheet" data-href="$1"/>')
	return `${before}<style>${rules}</style>${after}`
}

/** Returns a style sheet without the rules for classes that this HTML doesn't have, and without the variables that only those use. */
export function neededRules(css: string, html: string): string {
	const classes = new Set(classesIn(html))
	const rules = compile(
		css,
		classNamesOf(css).filter((name) => !classes.has(name)),
	)
	const declaration = /(?<=[{;])(--[\w-]+):([^;}]*)/g
	const declared = Array.from(rules.matchAll(declaration), ([, name = '', value = '']) => ({ name, value }))
	const used = new Set(variablesIn(rules.replace(declaration, '') + html))
	// A set that grows while it is read: a variable in use may use others.
	for (const one of used)
		for (const { name, value } of declared)
			if (name === one) for (const other of variablesIn(value)) used.add(other)
	return compile(
		rules,
		declared.map(({ name }) => name).filter((name) => !used.has(name)),
	)
}

function variablesIn(text: string): string[] {
	return Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name)
}

function compile(css: string, unusedSymbols: string[]): string {
	const { code } = transform({
		filename: 'page.css',
		code: Buffer.from(css),
		minify: true,
		targets,
		unusedSymbols,
	})
	return code.toString()
}

const knownNames = new Map<string, readonly string[]>()

function classNamesOf(css: string): readonly string[] {
	const known = knownNames.get(css)
	if (known !== undefined) return known
	const names = new Set<string>()
	const collect = (selector: Selector) => {
		for (const part of selector) {
			if (part.type === 'class') names.add(part.name)
			if ('selectors' in part && part.kind !== 'host') part.selectors.forEach(collect)
		}
	}
	transform({ filename: 'all.css', code: Buffer.from(css), visitor: { Selector: collect } })
	knownNames.set(css, [...names])
	return [...names]
}

const entities: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#x27;': "'",
}

/** Returns the class names in HTML, or in code that writes HTML. */
function classesIn(html: string): string[] {
	return Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) =>
		names.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity),
	).flatMap((names) => names.split(/\s+/))
}
