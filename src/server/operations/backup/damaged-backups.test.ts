import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBackupBytes } from '#server/operations/backup/check-backups.ts'
import { noProgress } from '#server/operations/progress.mjs'
import { wholeFile } from '#server/shop/files/file-store.ts'
import { createShopToBackUp, emptyDatabase } from '#test/backups.ts'
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
