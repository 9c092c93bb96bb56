import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBackupBytes } from '#server/operations/backup/check-backups.ts'
import { listBackups, readManifest } from '#server/operations/backup/place.ts'
import { noProgress } from '#server/operations/progress.mjs'
import { createShopToBackUp, emptyDatabase } from '#test/backups.ts'

// Whoever can write to the place of the backups must not be able to put rows of their own into a restored shop.

const { placeIn, sealedPlace, backUp, restore, close } = await createShopToBackUp()
afterAll(close)

const passphrase = 'four quiet harbours'

test('a backup that is not encrypted is refused if a passphrase is set, unless the owner vouches for it', async () => {
	const { place } = placeIn('plain')
	const manifest = await backUp(place)
	const database = await emptyDatabase()
	await expect(restore(place, manifest, database, passphrase)).rejects.toThrow(
		/^Not restored: .* isn’t encrypted, although BACKUP_PASSPHRASE is set.*--unauthenticated/,
	)
	const { missing } = await restore(place, manifest, database, passphrase, { allowsUnauthenticated: true })
	expect(missing).toEqual([])
})

test('the place of encrypted backups does not restore one that somebody without the passphrase has put there', async () => {
	const { place, path } = await sealedPlace('replaced', passphrase)
	const theirs = placeIn('theirs')
	const ours = await backUp(place, { passphrase })
	const forged = await backUp(theirs.place)
	for (const name of [forged.rows.name, ...forged.files.map((file) => file.name)])
		await writeFile(join(path, name), await readFile(join(theirs.path, name)))
	await writeFile(join(path, `${ours.id}.json`), JSON.stringify({ ...forged, id: ours.id }))
	const manifest = await readManifest(place, (await listBackups(place)).at(-1) ?? '')
	await expect(restore(place, manifest, await emptyDatabase(), passphrase)).rejects.toThrow('isn’t encrypted')
})

test.each<[string, (manifest: Record<string, unknown>) => Record<string, unknown>]>([
	['another site', (manifest) => ({ ...manifest, siteUrl: 'https://other.example' })],
	['another key', (manifest) => ({ ...manifest, encryptionKeyFingerprint: '0123456789abcdef' })],
	['a live shop', (manifest) => ({ ...manifest, isRehearsal: true })],
	['fewer files', (manifest) => ({ ...manifest, files: [] })],
	['a property of a later version', (manifest) => ({ ...manifest, later: true })],
	['another code', (manifest) => ({ ...manifest, mac: 'a'.repeat(64) })],
	['no code', ({ mac: _, ...manifest }) => manifest],
])('an encrypted backup is refused if its manifest is changed: %s', async (what, change) => {
	const { place, path } = await sealedPlace(`changed ${what}`.replaceAll(' ', '-'), passphrase)
	const manifest = await backUp(place, { passphrase })
	const file = join(path, `${manifest.id}.json`)
	await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
	await expect(
		restore(place, await readManifest(place, manifest.id), await emptyDatabase(), passphrase),
	).rejects.toThrow(/^Not restored: .*(was changed after it was written|didn’t yet authenticate)/)
})

test('the parts of one encrypted backup cannot replace those of another', async () => {
	const { place, path } = await sealedPlace('swapped', passphrase)
	const first = await backUp(place, { passphrase })
	const second = await backUp(place, { passphrase })
	await writeFile(join(path, second.rows.name), await readFile(join(path, first.rows.name)))
	await expect(restore(place, second, await emptyDatabase(), passphrase)).rejects.toThrow('is damaged')
	await writeFile(join(path, `${second.id}.json`), await readFile(join(path, `${first.id}.json`)))
	await expect(readManifest(place, second.id)).rejects.toThrow('is damaged')
})

test('an encrypted backup of a version without authentication is restored if the owner vouches for it', async () => {
	const { place } = await sealedPlace('older', passphrase)
	const { mac: _, ...manifest } = await backUp(place, { passphrase })
	const database = await emptyDatabase()
	await expect(restore(place, manifest, database, passphrase)).rejects.toThrow('didn’t yet authenticate')
	await restore(place, manifest, database, passphrase, { allowsUnauthenticated: true })
})

test('a backup does not take over files that a forged manifest names', async () => {
	const { place, path } = await sealedPlace('named', passphrase)
	const first = await backUp(place, { passphrase })
	const [one, other] = first.files
	if (one === undefined || other === undefined) throw new Error('the shop has too few files')
	const swapped = [
		{ ...other, storedName: one.storedName },
		{ ...one, storedName: other.storedName },
	]
	await writeFile(
		join(path, `${first.id}.json`),
		JSON.stringify({ ...first, files: [...swapped, ...first.files.slice(2)] }),
	)
	const second = await backUp(place, { passphrase })
	const { files, missing } = await restore(place, second, await emptyDatabase(), passphrase)
	expect(missing).toEqual([])
	for (const { storedName } of second.files) expect(await files.open(storedName)).toBeDefined()
	expect(second.files.map(({ name }) => name)).not.toContain(one.name)
})

test('the check reports a backup without authentication only if one with it is older', async () => {
	const { place } = await sealedPlace('mixed', passphrase)
	const early = await backUp(place)
	const check = () => checkBackupBytes({ place, passphrase, progress: noProgress })
	expect(await check()).toEqual({
		backups: 1,
		faults: [],
		remarks: [`${early.id} isn’t encrypted, although BACKUP_PASSPHRASE is set.`],
	})
	await backUp(place, { passphrase })
	const late = await backUp(place)
	expect(await check()).toMatchObject({
		backups: 3,
		faults: [`${late.id} isn’t encrypted, although BACKUP_PASSPHRASE is set.`],
		remarks: [expect.stringContaining(early.id)],
	})
})
