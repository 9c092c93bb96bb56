import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Encrypter } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { checkBackupBytes } from '#server/operations/backup/check-backups.ts'
import { listBackups, readManifest } from '#server/operations/backup/place.ts'
import { checkBackups } from '#server/operations/doctor/check-backups.ts'
import { noProgress } from '#server/operations/progress.mjs'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { createShopToBackUp, emptyDatabase, needsYou } from '#test/backups.ts'
import { compileCache } from '../../../../scripts/setup/node.mjs'

// Files of the place itself that are lost, or come from an older copy or from another place.

const { world, folder, placeIn, sealedPlace, backUp, restore, close } = await createShopToBackUp()
afterAll(close)

const passphrase = 'four quiet harbours'

interface Outcome {
	code: number | string
	output: string
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Runs a program of the owner with the backups in a folder. */
function runProgram(program: string, args: string[], backupTo: string): Promise<Outcome> {
	const env = {
		PATH: process.env.PATH,
		DATA_DIR: join(folder, 'data'),
		BACKUP_TO: backupTo,
		...compileCache,
	}
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[`build/programs/${program}.js`, ...args],
			{ cwd: root, env },
			(error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
		)
	})
}

const check = (place: FileStore, secret?: string) =>
	checkBackupBytes({ place, passphrase: secret, progress: noProgress })

async function doctor(path: string, secret?: string): Promise<string> {
	const config = {
		isPublic: true,
		dataDir: folder,
		backupTo: path,
		backupPassphrase: secret,
		backupDailyAt: '03:30',
	}
	return (await checkBackups(config, world.clock)).map(({ level, says }) => `${level} ${says}`).join('\n')
}

const lists: [string, (path: string, older: Buffer) => Promise<void>, RegExp][] = [
	['is lost', (path) => rm(path), /^backups\.json, .* is missing, but there are 2 backups here/],
	['is an older copy', (path, older) => writeFile(path, older), /^backups\.json, .* lacks 1 backup of those/],
	[
		'is empty of names',
		(path) => writeFile(path, '{"format":1,"ids":[]}'),
		/^backups\.json, .* lacks 2 backups of those/,
	],
	[
		'is that of another place',
		(path) => writeFile(path, '{"format":1,"ids":["headstart-20200101T000000Z"]}'),
		/^backups\.json, .* lacks 2 backups of those/,
	],
]

test.each(lists)(
	'if the list of the backups %s, every command says so and fails, and the next backup mends it',
	async (what, change, says) => {
		const { place, path } = placeIn(`list-${what.replaceAll(' ', '-')}`)
		const first = await backUp(place)
		const older = await readFile(join(path, 'backups.json'))
		const second = await backUp(place)
		await change(join(path, 'backups.json'), older)
		const shown = await runProgram('backup', ['list'], path)
		expect(shown).toMatchObject({ code: 1, output: expect.stringContaining(`${first.id}\n${second.id}\n`) })
		const checked = await runProgram('backup', ['check'], path)
		expect(checked.code).toBe(1)
		const restored = await runProgram('restore', ['latest'], path)
		expect(restored.code).toBe(2)
		for (const { output } of [shown, checked, restored]) {
			expect(output).toMatch(new RegExp(says.source, 'm'))
			expect(output).toContain(`npm run restore -- ${second.id}`)
			expect(output).toContain('npm run backup')
		}
		await expect(listBackups(place)).rejects.toThrow(says)
		expect(await check(place)).toEqual({ backups: 2, faults: [expect.stringMatching(says)], remarks: [] })
		expect(await doctor(path)).toContain('error backups.json')
		expect(await needsYou(place, path)).toMatch(says)
		await restore(place, await readManifest(place, first.id), await emptyDatabase())
		const said: string[] = []
		const third = await backUp(place, { say: (line) => said.push(line) })
		expect(said.join('\n')).toContain('backups.json was missing or incomplete')
		expect(await listBackups(place)).toEqual([first.id, second.id, third.id])
		expect((await check(place)).faults).toEqual([])
	},
)

test('if the manifests are lost with the list, the rows still show that there was a backup', async () => {
	const { place, path } = placeIn('bare')
	const { id } = await backUp(place)
	for (const name of ['backups.json', `${id}.json`]) await rm(join(path, name))
	expect((await check(place)).faults).toEqual([
		expect.stringMatching(/^backups\.json, .* is missing, but there is 1 backup here/),
		`${id}.json is missing, so that backup can’t be restored.`,
	])
	await expect(listBackups(place)).rejects.toThrow('backups.json')
	const next = await backUp(place)
	expect(await listBackups(place)).toEqual([next.id])
})

test('an unfinished backup and an empty place are not taken for a lost list', async () => {
	const { place, path } = placeIn('unfinished')
	await mkdir(path)
	expect(await listBackups(place)).toEqual([])
	const shown = await runProgram('backup', ['list'], path)
	expect(shown).toMatchObject({ code: 0, output: expect.stringContaining('There are no backups here.') })
	const rows = 'headstart-20261101T000000Z.sql.zst'
	await writeFile(join(path, 'unfinished.json'), JSON.stringify({ format: 1, names: [rows] }))
	await writeFile(join(path, rows), 'half')
	expect(await listBackups(place)).toEqual([])
})

test('encrypted backups whose list and key are lost get no new key', async () => {
	const { place, path } = await sealedPlace('no-list-no-key', passphrase)
	await backUp(place, { passphrase })
	for (const name of ['backups.json', 'key.age']) await rm(join(path, name))
	await expect(backUp(place, { passphrase })).rejects.toThrow(/^key\.age is missing/)
})

test('another key file with the same passphrase is named for what it is, until the right one is back', async () => {
	const { place, path } = await sealedPlace('other-key', passphrase)
	const other = await sealedPlace('key-of-another-place', passphrase)
	const first = await backUp(place, { passphrase })
	const second = await backUp(place, { passphrase })
	const key = join(path, 'key.age')
	const own = await readFile(key)
	await copyFile(join(other.path, 'key.age'), key)
	const says = /^key\.age isn’t the key file that was used for /
	expect(await check(place, passphrase)).toEqual({
		backups: 2,
		faults: [
			expect.stringContaining(`key file that was used for 2 backups, from ${first.id} to ${second.id}`),
		],
		remarks: [],
	})
	for (const allowsUnauthenticated of [false, true])
		await expect(
			restore(place, second, await emptyDatabase(), passphrase, { allowsUnauthenticated }),
		).rejects.toThrow(says)
	const { mac: _, ...withoutCode } = second
	await expect(restore(place, withoutCode, await emptyDatabase(), passphrase)).rejects.toThrow(says)
	await expect(backUp(place, { passphrase })).rejects.toThrow(says)
	expect(await doctor(path, passphrase)).toMatch(/error key\.age isn’t the key file/)

	// A lost file doesn't hide it, and a damaged one doesn't look like it.
	const rows = await readFile(join(path, second.rows.name))
	await rm(join(path, second.rows.name))
	expect((await check(place, passphrase)).faults[0]).toContain('2 backups, from')
	await writeFile(join(path, second.rows.name), rows)
	await writeFile(key, own)
	expect(await check(place, passphrase)).toEqual({ backups: 2, faults: [], remarks: [] })
	const changed = { ...second, siteUrl: 'https://other.example' }
	await writeFile(join(path, `${second.id}.json`), JSON.stringify(changed))
	await writeFile(
		join(path, second.rows.name),
		rows.map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
	)
	expect((await check(place, passphrase)).faults[0]).toMatch(/was changed after it was written/)
})

test('a key file that contains something else under the same passphrase is called damaged', async () => {
	const { place, path } = await sealedPlace('no-key', passphrase)
	const manifest = await backUp(place, { passphrase })
	const encrypter = new Encrypter()
	encrypter.setPassphrase(passphrase)
	encrypter.setScryptWorkFactor(10)
	await writeFile(join(path, 'key.age'), await encrypter.encrypt('a shopping list'))
	await expect(restore(place, manifest, await emptyDatabase(), passphrase)).rejects.toThrow(
		/^key\.age is damaged/,
	)
})

test('a manifest that is empty is named by every command, and the list is not blamed', async () => {
	const { place, path } = placeIn('empty-manifest')
	const { id } = await backUp(place)
	await truncate(join(path, `${id}.json`), 0)
	const shown = await runProgram('backup', ['list'], path)
	expect(shown).toMatchObject({ code: 1, output: expect.stringContaining(`${id}.json is damaged`) })
	const restored = await runProgram('restore', ['latest'], path)
	expect(restored).toMatchObject({ code: 2, output: expect.stringContaining(`${id}.json is damaged`) })
	expect((await check(place)).faults).toEqual([`${id}.json is damaged, so that backup can’t be restored.`])
})
