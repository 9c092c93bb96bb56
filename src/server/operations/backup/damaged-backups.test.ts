import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBackupBytes } from '#server/operations/backup/check-backups.ts'
import { listBackups } from '#server/operations/backup/place.ts'
import { noProgress } from '#server/operations/progress.mjs'
import { wholeFile } from '#server/shop/files/file-store.ts'
import { createShopToBackUp, emptyDatabase, needsYou } from '#test/backups.ts'
import { contentOf } from '#test/database-content.ts'

const { world, folder, placeIn, sealedPlace, backUp, restore, close } = await createShopToBackUp()
afterAll(close)

async function flipByte(path: string): Promise<void> {
	const bytes = await readFile(path)
	bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
	await writeFile(path, bytes)
}

const damages: [string, (path: string) => Promise<void>][] = [
	['has a flipped byte', flipByte],
	['is truncated', (path) => truncate(path, 500)],
	['is empty', (path) => truncate(path, 0)],
	['is missing', (path) => rm(path)],
]

test.each(damages)(
	'if a file %s, the rest of the backup is restored, and the file is named',
	async (what, damage) => {
		const passphrase = 'four quiet harbours'
		const { place, path } = await sealedPlace(what.replaceAll(' ', '-'), passphrase)
		const manifest = await backUp(place, { passphrase })
		const part = manifest.files.find(({ storedName }) => storedName.endsWith('.zip'))
		await damage(join(path, part?.name ?? ''))
		const database = await emptyDatabase()
		const { files, missing } = await restore(place, manifest, database, passphrase)
		expect(missing).toEqual(['Étude.zip'])
		expect(await files.open(part?.storedName ?? '')).toBeUndefined()
		for (const { storedName } of manifest.files.filter((one) => one !== part))
			expect(await files.open(storedName)).toBeDefined()
		expect(await contentOf(database.superuserUrl)).toEqual(await contentOf(world.testDatabase.superuserUrl))
	},
)

test('a damaged file is taken from the shop’s own files, whatever its name there, if its content is the same', async () => {
	const { place, path } = placeIn('own')
	const manifest = await backUp(place)
	const goodsDir = join(folder, 'own-goods')
	await mkdir(goodsDir)
	const [same, other] = manifest.files
	if (same === undefined || other === undefined) throw new Error('the shop has too few files')
	const content = await readFile(join(path, same.name))
	await writeFile(join(goodsDir, 'Renamed.pdf'), content)
	// Has the right name, but not the content that was backed up.
	await writeFile(join(goodsDir, decodeURIComponent(other.storedName.slice(33))), 'another edition')
	for (const { name } of [same, other]) await flipByte(join(path, name))
	const { files, missing, said } = await restore(place, manifest, await emptyDatabase(), undefined, {
		goodsDir,
	})
	expect(missing).toEqual([decodeURIComponent(other.storedName.slice(33))])
	expect(said).toContainEqual(expect.stringMatching(/it was taken from goods\/\.$/))
	const restored = await files.open(same.storedName)
	expect(restored && Buffer.from(await wholeFile(restored)).equals(content)).toBe(true)
})

test('every flipped, cut off or missing byte of any backup is found, and the whole ones are not blamed', async () => {
	const { place, path } = placeIn('checked')
	const first = await backUp(place)
	const second = await backUp(place)
	const check = () => checkBackupBytes({ place, passphrase: undefined, progress: noProgress })
	expect(await check()).toEqual({ backups: 2, faults: [], remarks: [] })
	const shared = first.files[0]?.name ?? ''
	for (const name of [first.rows.name, second.rows.name, shared]) {
		const whole = await readFile(join(path, name))
		for (const [, damage] of damages) {
			await damage(join(path, name))
			const { faults } = await check()
			expect(faults).toEqual([expect.stringMatching(/ is (damaged|missing)\. It belongs to /)])
			expect(faults[0]).toContain(name)
			await writeFile(join(path, name), whole)
		}
	}
	await writeFile(join(path, `${first.id}.json`), '{')
	await rm(join(path, `${second.id}.json`))
	expect((await check()).faults).toEqual([
		`${first.id}.json is damaged, so that backup can’t be restored.`,
		`${second.id}.json is missing, so that backup can’t be restored.`,
	])
})

test('a file of which the backup has other content than its name says is not restored', async () => {
	const { place, path } = placeIn('other-content')
	const manifest = await backUp(place)
	const [part] = manifest.files
	if (part === undefined) throw new Error('the shop has no files')
	const content = Buffer.from('other content')
	await writeFile(join(path, part.name), content)
	const sha256 = createHash('sha256').update(content).digest('hex')
	const changed = {
		...manifest,
		files: [{ ...part, bytes: content.length, sha256 }, ...manifest.files.slice(1)],
	}
	const { missing } = await restore(place, changed, await emptyDatabase())
	expect(missing).toHaveLength(1)
})

const keyDamages: [string, (path: string) => Promise<void>, RegExp][] = [
	['is missing', (path) => rm(path), /^key\.age is missing, .*Put a copy of it back/],
	['is empty', (path) => truncate(path, 0), /^key\.age is damaged, .*Put a copy of it back/],
	['is truncated', (path) => truncate(path, 100), /^key\.age is damaged/],
	['is something else', (path) => writeFile(path, 'not a key'), /^key\.age is damaged/],
	['has a flipped byte at its end', (path) => flip(path, -1), /^key\.age is damaged/],
	['has a flipped byte in its header', (path) => flip(path, 60), /key\.age is damaged/],
]

async function flip(path: string, at: number): Promise<void> {
	const bytes = await readFile(path)
	const index = at < 0 ? bytes.length + at : at
	bytes[index] = (bytes[index] ?? 0) ^ 1
	await writeFile(path, bytes)
}

test.each(keyDamages)(
	'if the key %s, the check names it, goes on with the rest, and a restore says the same',
	async (what, damage, says) => {
		const passphrase = 'four quiet harbours'
		const { place, path } = await sealedPlace(`key-${what.replaceAll(' ', '-')}`, passphrase)
		const manifest = await backUp(place, { passphrase })
		await flipByte(join(path, manifest.rows.name))
		await damage(join(path, 'key.age'))
		const { faults } = await checkBackupBytes({ place, passphrase, progress: noProgress })
		expect(faults).toEqual([
			expect.stringMatching(says),
			expect.stringContaining(`${manifest.rows.name} is damaged`),
		])
		await expect(restore(place, manifest, await emptyDatabase(), passphrase)).rejects.toThrow(says)
	},
)

test('a missing key is named without a passphrase too, and a wrong passphrase is told from a damaged key', async () => {
	const { place, path } = await sealedPlace('keys', 'four quiet harbours')
	await backUp(place, { passphrase: 'four quiet harbours' })
	const check = (passphrase?: string) => checkBackupBytes({ place, passphrase, progress: noProgress })
	expect((await check()).faults).toEqual([])
	expect((await check('five loud harbours')).faults).toEqual([
		expect.stringMatching(/^The passphrase in BACKUP_PASSPHRASE doesn’t open key\.age/),
	])
	await rm(join(path, 'key.age'))
	expect((await check()).faults).toEqual([expect.stringMatching(/^key\.age is missing/)])
})

test('a damaged note of unfinished files does not keep new backups from being made', async () => {
	const { place, path } = placeIn('noted')
	await writeFile(join(path, 'unfinished.json'), '').catch(async () => {
		await mkdir(path, { recursive: true })
		await writeFile(join(path, 'unfinished.json'), '')
	})
	const manifest = await backUp(place)
	await writeFile(join(path, 'unfinished.json'), '{"format":')
	await backUp(place)
	expect(await listBackups(place)).toHaveLength(2)
	expect((await restore(place, manifest, await emptyDatabase())).missing).toEqual([])
})

test('a damaged list of backups is named, with what to do, and the backups can still be restored by name', async () => {
	const { place, path } = placeIn('listed')
	const manifest = await backUp(place)
	await truncate(join(path, 'backups.json'), 10)
	await expect(backUp(place)).rejects.toThrow(
		/^backups\.json is damaged.*Put a copy of it back, or delete it/,
	)
	expect(await needsYou(place, path)).toMatch(/^backups\.json is damaged.*no new backup can be made/)
	expect((await restore(place, manifest, await emptyDatabase())).missing).toEqual([])
	await rm(join(path, 'backups.json'))
	await backUp(place)
})

test.each([
	['the rehearsal', true, /are of the rehearsal of https:\/\/shop\.example, and this is the live shop/],
	['the live shop', false, /are of the live shop of https:\/\/shop\.example, and this is a rehearsal/],
])(
	'backups of %s are not mixed with those of the other stage at the same address',
	async (_what, first, says) => {
		const { place } = placeIn(`stage-${first}`)
		await backUp(place, { isRehearsal: first })
		await expect(backUp(place, { isRehearsal: !first })).rejects.toThrow(says)
		await backUp(place, { isRehearsal: first })
	},
)
