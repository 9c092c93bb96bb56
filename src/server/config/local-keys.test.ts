import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { loadKeys, makeKeys } from './local-keys.ts'

async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-keys-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	return folder
}

test('a local run generates keys once, readable only by the user who runs it', async () => {
	const dataDir = await temporaryFolder()
	const made = await loadKeys(readConfig({ DATA_DIR: dataDir }))
	expect(await loadKeys(readConfig({ DATA_DIR: dataDir }))).toEqual(made)
	expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)
	expect(await readdir(dataDir)).toEqual(['keys.json'])
	expect(await loadKeys(readConfig({ DATA_DIR: await temporaryFolder() }))).not.toEqual(made)
})

test('no two keys are the same', async () => {
	const { authSigningKeys, ...rest } = await makeKeys()
	const all = [...Object.values(rest), ...authSigningKeys.map((key) => String(key.d))]
	expect(all).toHaveLength(7)
	expect(new Set(all).size).toBe(7)
})

test('uses the keys from the settings and generates the others', async () => {
	const given = `sb_secret_${'x'.repeat(20)}`
	const keys = await loadKeys(readConfig({ DATA_DIR: await temporaryFolder(), SUPABASE_SECRET_KEY: given }))
	expect(keys.secretKey).toBe(given)
	expect(keys.publishableKey).toMatch(/^sb_publishable_/)
})

test('keeps the keys of an earlier release and generates the missing one once', async () => {
	const dataDir = await temporaryFolder()
	const { authEncryptionKey: _, ...earlier } = await makeKeys()
	await writeFile(join(dataDir, 'keys.json'), JSON.stringify(earlier))
	const first = await loadKeys(readConfig({ DATA_DIR: dataDir }))
	expect(first).toMatchObject(earlier)
	expect(first.authEncryptionKey.length).toBeGreaterThan(31)
	expect(await loadKeys(readConfig({ DATA_DIR: dataDir }))).toEqual(first)
})

test.each([
	['cut short', '{"publishableKey":"sb_publishable_a","secretKey":"sb_sec'],
	['of another shape', '{"secretKey":"sb_secret_hidden"}'],
	['empty', ''],
])(
	'a key file that is %s prevents the server from starting. It stays unchanged, and the error contains no key',
	async (_name, text) => {
		const dataDir = await temporaryFolder()
		const file = join(dataDir, 'keys.json')
		await writeFile(file, text)
		const failure = await loadKeys(readConfig({ DATA_DIR: dataDir })).catch((error: unknown) => error)
		expect(String(failure)).toContain(`${file} are damaged`)
		expect(String(failure)).not.toMatch(/sb_sec/)
		expect(await readFile(file, 'utf8')).toBe(text)
	},
)

test('a key file that cannot be read prevents the server from starting', async () => {
	const dataDir = await temporaryFolder()
	// A folder of that name cannot be read as a file, not even by root.
	await mkdir(join(dataDir, 'keys.json'))
	await expect(loadKeys(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow('cannot be read (EISDIR)')
})
