import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listBackups, readManifest } from '#server/operations/backup/place.ts'
import { checkBackups } from '#server/operations/doctor/check-backups.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import { createShopToBackUp, emptyDatabase } from '#test/backups.ts'

const { world, folder, placeIn, sealedPlace, backUp, restore, close } = await createShopToBackUp()
afterAll(close)

test('only the most recent backups are kept, and unchanged files are stored once', async () => {
	const { place, path } = placeIn('kept')
	const first = await backUp(place, { keep: 2 })
	const size = (await readdir(path)).length
	const second = await backUp(place, { keep: 2 })
	const third = await backUp(place, { keep: 2 })
	expect(await listBackups(place)).toEqual([second.id, third.id])
	// Each backup after the first adds only its rows and its manifest.
	expect(await readdir(path)).toHaveLength(size + 2)
	expect(third.files).toEqual(first.files)
	await expect(readManifest(place, first.id)).rejects.toThrow('There is no backup')
	await restore(place, second, await emptyDatabase())
})

test('an encrypted backup can be restored even if the next one failed and the list was lost, and a later backup even if a file was damaged and the oldest backup removed', async () => {
	const passphrase = 'four quiet harbours'
	const { place, path } = await sealedPlace('outlives', passphrase)
	const again = () => backUp(place, { passphrase })
	const [done, refused] = await Promise.allSettled([again(), again()])
	const first = [done, refused].find((outcome) => outcome.status === 'fulfilled')?.value
	expect([done, refused].find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
		message: 'Another backup of this database is running. Nothing was backed up.',
	})
	if (first === undefined) throw new Error('no backup was made')

	const names = await readdir(path)
	const key = await readFile(join(path, 'key.age'))
	await rm(join(path, 'key.age'))
	await expect(again()).rejects.toThrow('key.age is missing')
	await writeFile(join(path, 'key.age'), key)
	const [file] = first.files
	const store: FileStore = { ...world.files, open: async () => undefined }
	const list = await readFile(join(path, 'backups.json'))
	await rm(join(path, 'backups.json'))
	await expect(backUp(place, { passphrase, files: store })).rejects.toThrow('is missing from the store')
	expect((await readdir(path)).sort()).toEqual(names.filter((name) => name !== 'backups.json').sort())
	const unlisted = await again()
	await restore(place, first, await emptyDatabase(), passphrase)

	await writeFile(join(path, 'backups.json'), list)
	await writeFile(join(path, file?.name ?? ''), Buffer.alloc(file?.bytes ?? 0))
	const repaired = await again()
	await rm(join(path, `${first.id}.json`))
	const last = await again()
	expect(await listBackups(place)).toEqual([unlisted.id, repaired.id, last.id])
	expect(last.files).toEqual(repaired.files)
	await restore(place, last, await emptyDatabase(), passphrase)
})

test('files of a failed or killed backup are removed, at the latest by the next backup, unless another backup needs them', async () => {
	const { place, path } = placeIn('killed')
	const first = await backUp(place)
	const names = (await readdir(path)).sort()
	// The failing backup stores this file again, and must leave it in place: the first backup needs it.
	await rm(join(path, first.files[0]?.name ?? ''))
	const full = () => Promise.reject(new Error('no space left'))
	const unlisted: FileStore = {
		...place,
		put: (name, content) => (name === 'backups.json' ? full() : place.put(name, content)),
	}
	await expect(backUp(unlisted)).rejects.toThrow('no space left')
	expect((await readdir(path)).sort()).toEqual(names)
	await expect(backUp({ ...unlisted, remove: full })).rejects.toThrow('no space left')
	expect(await readdir(path)).toHaveLength(names.length + 3)
	const last = await backUp(place, { keep: 1 })
	expect(await listBackups(place)).toEqual([last.id])
	expect(await readdir(path)).toHaveLength(names.length)
	await restore(place, last, await emptyDatabase())
})

test('a damaged manifest is reported and kept, and further backups can still be made', async () => {
	const { place, path } = placeIn('damaged-manifest')
	const first = await backUp(place)
	const manifest = join(path, `${first.id}.json`)
	const text = await readFile(manifest)
	await writeFile(manifest, '{')
	const said: string[] = []
	const second = await backUp(place, { keep: 1, say: (line) => said.push(line) })
	expect(said).toContainEqual(expect.stringContaining(`${first.id}.json is damaged`))
	const third = await backUp(place, { keep: 1 })
	expect(await listBackups(place)).toEqual([first.id, third.id])
	expect(await readdir(path)).not.toContain(`${second.id}.json`)
	await writeFile(manifest, text)
	await restore(place, await readManifest(place, first.id), await emptyDatabase())
	await backUp(place, { keep: 1 })
	await expect(readManifest(place, first.id)).rejects.toThrow('There is no backup')
})

test('a copy of the shop, or another site, cannot replace the backups of the live shop', async () => {
	const { place, path } = placeIn('foreign')
	const quarantine = { says: 'the database was restored from a backup', todo: 'Resume it.' }
	const copy = await backUp(place, { quarantine })
	expect(await listBackups(place)).toEqual([copy.id])
	await expect(backUp(place, { quarantine })).rejects.toThrow(
		/^Nothing was backed up: the database was restored/,
	)
	await expect(backUp(place, { siteUrl: 'https://other.example' })).rejects.toThrow(
		'are of https://shop.example, and this is https://other.example',
	)
	await backUp(place)
	expect(await readdir(path)).not.toContain('unfinished.json')
})

test('the doctor checks that recent backups exist, can be restored and lie outside DATA_DIR', async () => {
	const { place, path } = placeIn('examined')
	const config = {
		isPublic: true,
		dataDir: join(folder, 'data'),
		backupTo: path,
		backupPassphrase: undefined,
		backupDailyAt: '03:30',
	}
	const check = (changes: Partial<Parameters<typeof checkBackups>[0]> = {}) =>
		checkBackups({ ...config, ...changes }, world.clock)
	const found = (level: Finding['level'], says: string) =>
		expect.objectContaining({ level, says: expect.stringContaining(says) })

	expect(await check({ isPublic: false, backupTo: undefined, backupDailyAt: undefined })).toEqual([
		found('ok', 'only when you run'),
	])
	expect(await check()).toEqual([found('error', 'there are none')])
	const manifest = await backUp(place)
	expect(await check()).toEqual([found('ok', 'the newest was made on')])
	expect(await check({ dataDir: folder })).toContainEqual(found('warning', 'are in DATA_DIR'))
	await writeFile(join(path, manifest.rows.name), '')
	expect(await check()).toEqual([found('error', 'is missing or incomplete')])
	world.clock.advance(49 * 3600_000)
	expect(await check()).toEqual([found('error', 'more than two days ago')])
	await writeFile(join(path, `${manifest.id}.json`), '')
	expect(await check()).toContainEqual(found('warning', 'is damaged or missing'))

	const sealed = await sealedPlace('examined-sealed', 'four quiet harbours')
	await backUp(sealed.place, { passphrase: 'four quiet harbours' })
	const there = { backupTo: sealed.path }
	expect(await check({ ...there, backupPassphrase: 'four quiet harbours' })).toEqual([
		found('ok', 'opens with'),
	])
	expect(await check(there)).toEqual([found('warning', 'the next one won’t be')])
	await expect(check({ ...there, backupPassphrase: 'another passphrase' })).resolves.toEqual([
		found('error', 'doesn’t open'),
	])

	await writeFile(join(folder, 'a-file'), '')
	const nowhere = join(folder, 'a-file', 'backups')
	expect(await check({ backupTo: nowhere })).toContainEqual(found('error', 'the file store failed'))
	const bucket = { endpoint: 'http://127.0.0.1:1', bucket: 'b', prefix: '', region: 'r' }
	expect(await check({ backupTo: { ...bucket, accessKeyId: 'k', secretAccessKey: 's' } })).toEqual([
		found('error', 'which BACKUP_TO names, cannot be reached'),
	])
})

test('a database without products is not backed up', async () => {
	const { place, path } = placeIn('empty')
	const { ownerUrl } = await emptyDatabase()
	const logins = await migrateDatabase({ ownerUrl, apiUrl: undefined, jobsUrl: undefined, log: () => {} })
	await expect(backUp(place, { database: { ownerUrl, jobsUrl: logins.jobsUrl } })).rejects.toThrow(
		'nothing to back up',
	)
	expect(await readdir(path)).toEqual([])
})
