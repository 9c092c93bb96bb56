import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import config, { mayImport } from '../.dependency-cruiser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = Object.entries(mayImport)
/** Every folder a source file could import from. */
const targets = [...Object.keys(mayImport), 'test', 'scripts', 'goods', 'workshop']

let tree: string
let refused: Set<string>

/**
 * Makes a project with the real rules, in which every folder that has a row in `mayImport` imports a file from each folder. Adds some
 * special cases.
 */
beforeAll(async () => {
	tree = mkdtempSync(join(tmpdir(), 'headstart-imports-'))
	symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
	for (const target of targets) write(`${target}/target.ts`, '')
	for (const [folder] of rows)
		for (const target of targets)
			write(fixture(folder, target), `import '${up(folder)}${target}/target.ts'\n`)
	write('src/web/pages/one/page.ts', "import '../two/page.ts'\nimport './part.ts'\n")
	write('src/web/pages/one/part.ts', '')
	write('src/web/pages/two/page.ts', '')
	write('src/server/shop/circle-a.ts', "import './circle-b.ts'\n")
	write('src/server/shop/circle-b.ts', "import './circle-a.ts'\n")
	write('src/server/shop/free.test.ts', "import '../apis/auth/target.ts'\nimport '../../web/target.ts'\n")
	write('src/server/apis/auth/phone/create.ts', '')
	write('src/server/static.ts', "import { a } from './apis/auth/phone/create.ts'\na()\n")
	write('src/server/dynamic.ts', "void import('./apis/auth/phone/create.ts')\n")
	write('src/server/features/codes/plan-code.ts', '')
	write('src/server/features/codes/list-codes.ts', '')
	write(
		'src/server/features/bundles/plan-bundle.ts',
		"import '../codes/plan-code.ts'\nimport '../codes/list-codes.ts'\n",
	)
	write('src/server/features/codes/operations.ts', "import './plan-code.ts'\n")
	write('src/shared/missing.ts', "import './nowhere.ts'\n")
	const { output } = await cruise(['src', 'catalogue'], {
		...config.options,
		baseDir: tree,
		validate: true,
		ruleSet: { forbidden: config.forbidden ?? [] },
	})
	refused = new Set(violations(output).map(({ from, to }) => `${from} > ${to}`))
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe.each(rows)('%s', (folder, listed) => {
	const own = (target: string) => target === folder || listed.some((one) => isWithin(target, one))
	test.each(targets.filter(own))('may import %s', (target) => {
		expect(refused).not.toContain(`${fixture(folder, target)} > ${target}/target.ts`)
	})

	test.each(targets.filter((target) => !own(target)))('may not import %s', (target) => {
		// This folder may import from a folder inside it, although that one has a row of its own.
		const inside = isWithin(target, folder)
		expect(refused.has(`${fixture(folder, target)} > ${target}/target.ts`)).toBe(!inside)
	})
})

test('a page may import its own parts and not another page', () => {
	expect(refused).toContain('src/web/pages/one/page.ts > src/web/pages/two/page.ts')
	expect(refused).not.toContain('src/web/pages/one/page.ts > src/web/pages/one/part.ts')
})

test('a capability may read another, but not carry out its acts', () => {
	const imports = [...refused].filter((one) => /^src\/server\/features\/(bundles|codes)\//.test(one))
	expect(imports).toEqual([
		'src/server/features/bundles/plan-bundle.ts > src/server/features/codes/plan-code.ts',
	])
})

test('two files may not import each other', () => {
	expect(refused).toContain('src/server/shop/circle-a.ts > src/server/shop/circle-b.ts')
})

test('an optional feature may be imported dynamically, but not statically', () => {
	expect(refused).toContain('src/server/static.ts > src/server/apis/auth/phone/create.ts')
	expect(refused).not.toContain('src/server/dynamic.ts > src/server/apis/auth/phone/create.ts')
})

test('a missing file may not be imported', () => {
	expect([...refused].some((one) => one.startsWith('src/shared/missing.ts > '))).toBe(true)
})

test('a test may import from anywhere', () => {
	expect([...refused].filter((one) => one.startsWith('src/server/shop/free.test.ts'))).toEqual([])
})

test('every source folder has a row', () => {
	const folders = ['src', 'src/server', 'src/server/apis'].flatMap((folder) =>
		readdirSync(join(root, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => `${folder}/${name}`),
	)
	const withRows = folders.filter((folder) => folder in mayImport)
	// A folder needs no row if its subfolders have rows.
	const without = folders.filter(
		(folder) => !withRows.includes(folder) && !withRows.some((one) => one.startsWith(`${folder}/`)),
	)
	expect(without).toEqual([])
})

function violations(output: ICruiseResult | string) {
	if (typeof output === 'string') throw new Error(output)
	return output.summary.violations
}

function fixture(folder: string, target: string): string {
	return `${folder}/imports-${target.replaceAll('/', '-')}.ts`
}

function isWithin(path: string, folder: string): boolean {
	return path === folder || path.startsWith(`${folder}/`)
}

/** Returns the relative path from a folder to the root of the tree. */
function up(folder: string): string {
	return '../'.repeat(folder.split('/').length)
}

function write(path: string, text: string): void {
	const file = join(tree, path)
	mkdirSync(dirname(file), { recursive: true })
	writeFileSync(file, text)
}
