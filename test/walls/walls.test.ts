import { execFile } from 'node:child_process'
import { cp, glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

/*
 * Who may import whom is a rule of the linter; these fixtures prove that each wall stands. They lie in a tree like the
 * real one, and are linted under the real configuration as if they were it. A line that must be refused says so; every
 * other line is its allowed twin.
 */
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: fixtures }))

const reportSchema = z.object({
	diagnostics: z.array(
		z.object({
			category: z.string(),
			message: z.string(),
			location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
		}),
	),
})
const wallRules = ['lint/style/noRestrictedImports', 'lint/style/noProcessEnv']

let tree: string
let refusals: { file: string; line: number; message: string }[]

beforeAll(async () => {
	tree = await mkdtemp(join(tmpdir(), 'headstart-walls-'))
	await cp(fixtures, tree, { recursive: true })
	await cp(join(root, 'biome.json'), join(tree, 'biome.json'))
	const { diagnostics } = reportSchema.parse(JSON.parse(await lint(tree)))
	refusals = diagnostics
		.filter(({ category }) => wallRules.includes(category))
		.map(({ location, message }) => ({ file: location.path, line: location.start.line, message }))
})

afterAll(() => rm(tree, { recursive: true }))

async function lint(folder: string): Promise<string> {
	const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
	const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
	// Refusals make it end with 1, and Node throws for that; its report is on the error.
	const done = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
		(error: unknown) => error,
	)
	return z.object({ stdout: z.string() }).parse(done).stdout
}

test.for(files)('the walls around %s refuse what they must, and nothing else', async (file) => {
	const lines = (await readFile(join(fixtures, file), 'utf8')).trimEnd().split('\n')
	const marked = lines.flatMap((line, index) => (line.endsWith('// refused') ? [index + 1] : []))
	expect(marked.length).toBeGreaterThan(0)
	expect(marked.length).toBeLessThan(lines.length)
	const refused = refusals.filter((refusal) => refusal.file === file).map(({ line }) => line)
	expect([...new Set(refused)].sort((a, b) => a - b)).toEqual(marked)
})

test('a refusal says which wall it met', () => {
	const messages = refusals
		.filter(({ file }) => file === join('src/server/shop/wall.ts'))
		.map(({ message }) => message)
	expect(messages).toContain(
		'Wall: shop imports only db and shared. It receives payments, mail, files and the clock as arguments.',
	)
})
