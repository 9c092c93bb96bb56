import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { useWorld } from '#test/world.ts'
import { checkPictures } from './check-pictures.ts'

const world = await useWorld()
const jobsUrl = world.database.jobsPool.options.connectionString ?? ''
const check = async () => await checkPictures(jobsUrl, world.files)

test('an uploaded picture whose file is not in the store is named', async () => {
	expect(await check()).toEqual([])
	const [id, original] = ['a'.repeat(32), 'b'.repeat(32)]
	await world.database.query(sql`
		insert into shop.pictures (id, width, height, name, alt, added_by, original)
		values (${id}, 320, 480, 'desk.png', 'A desk', 'Ada', jsonb_build_object('id', ${original}::text, 'width', 320, 'height', 480))`)
	const sha256 = 'c'.repeat(64)
	for (const files of [id, original]) {
		expect(await check()).toMatchObject([
			{ level: 'error', says: 'files of 1 uploaded picture are missing from the store: desk.png' },
		])
		await world.database.query(sql`
			insert into storage.objects (bucket_id, name, size, sha256, content_type)
			values ('pictures', ${`${files}-320.avif`}, 1, ${sha256}, 'image/avif')`)
		await world.files.put(storedName(`${files}-320.avif`, sha256), new Uint8Array(1))
	}
	expect(await check()).toMatchObject([{ level: 'ok' }])
	await world.files.remove(storedName(`${original}-320.avif`, sha256))
	expect(await check()).toMatchObject([{ level: 'error' }])
})
