import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { bucketOf, guide, kit, onlySale, type StockedStore, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()
let ada: StockedStore['ada']
let ben: StockedStore['ben']
beforeAll(async () => {
	const stocked = await stockStore(world)
	;({ ada, ben } = stocked)
	await onlySale(world, stocked.benId)
})

function sha256(bytes: Uint8Array | ArrayBuffer): string {
	return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

describe('the service role', () => {
	const owner = () => bucketOf(serviceRoleClient(world))

	test('lists, replaces and removes files, and signs links to any file', async () => {
		expect((await owner().list()).data?.map(({ name }) => name)).toEqual(
			['blank.pdf', 'CV.zip', 'northeast-money-guide.zip', 'StudentGuide.pdf'].sort(),
		)
		expect(
			(await owner().list('', { search: 'cv', sortBy: { column: 'created_at', order: 'desc' } })).data,
		).toMatchObject([{ name: 'CV.zip', metadata: { size: kit.length, mimetype: 'application/zip' } }])
		const found = (await owner().list('', { search: 'GUIDE' })).data?.map(({ name }) => name)
		expect(found?.sort()).toEqual(['StudentGuide.pdf', 'northeast-money-guide.zip'])
		const edition = Buffer.concat([kit, Buffer.from('second edition')])
		expect((await owner().upload('extra.zip', kit)).data).toMatchObject({
			path: 'extra.zip',
			fullPath: 'pdfs/extra.zip',
		})
		expect((await owner().upload('extra.zip', edition)).error).toMatchObject({
			statusCode: '409',
			message: 'The resource already exists',
		})
		expect((await owner().upload('extra.zip', edition, { upsert: true })).error).toBeNull()
		const { data } = await owner().createSignedUrl('extra.zip', 60)
		expect(sha256(await (await fetch(data?.signedUrl ?? '')).arrayBuffer())).toBe(sha256(edition))
		expect((await owner().update('extra.zip', new Blob([kit]))).error).toBeNull()
		expect(sha256(await (await fetch(data?.signedUrl ?? '')).arrayBuffer())).toBe(sha256(kit))
		expect((await owner().remove(['extra.zip', 'nope.zip'])).data).toMatchObject([{ name: 'extra.zip' }])
		expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
	})

	test('cannot upload anything but a PDF or ZIP', async () => {
		const refusal = async (name: string, body: Uint8Array | Blob) =>
			(await owner().upload(name, body, { upsert: true })).error
		expect(await refusal('page.html', Buffer.from('<script>'))).toMatchObject({
			statusCode: '415',
			code: 'InvalidMimeType',
		})
		expect(await refusal('page.pdf', Buffer.from('<script>'))).toMatchObject({ statusCode: '415' })
		expect(await refusal('empty.pdf', Buffer.alloc(0))).toMatchObject({ statusCode: '400' })
		expect(await refusal('..%2fup.pdf', guide)).toMatchObject({ code: 'InvalidKey' })
		expect(await refusal('folder /up.pdf', guide)).toMatchObject({ code: 'InvalidKey' })
		expect(await refusal('folder/.up.pdf', guide)).toMatchObject({ code: 'InvalidKey' })
		// Polled, because a client that is still sending when the connection closes doesn't see the answer.
		const tooLong = new Blob([kit, new Uint8Array(51 * 1024 * 1024)])
		await expect
			.poll(() => refusal('big.zip', tooLong), { timeout: 120_000 })
			.toMatchObject({ status: 413, statusCode: '413' })
	})

	test('downloads and describes files without a link, and each download is recorded', async () => {
		const metadata = { author: 'Ada', pages: 3 }
		expect((await owner().upload('drafts/one.pdf', guide, { metadata })).error).toBeNull()
		const { data, error } = await owner().download('drafts/one.pdf')
		expect(error).toBeNull()
		expect(sha256((await data?.arrayBuffer()) ?? new ArrayBuffer())).toBe(sha256(guide))
		expect((await owner().info('drafts/one.pdf')).data).toMatchObject({
			name: 'drafts/one.pdf',
			bucketId: 'pdfs',
			version: sha256(guide),
			size: guide.length,
			contentType: 'application/pdf',
			cacheControl: 'no-store',
			etag: `"${sha256(guide)}"`,
			metadata,
		})
		// The client sends a Blob as a form, with the metadata as a field.
		expect(
			(await owner().update('drafts/one.pdf', new Blob([guide]), { metadata: { v: 2 } })).error,
		).toBeNull()
		expect((await owner().info('drafts/one.pdf')).data?.metadata).toEqual({ v: 2 })
		expect((await owner().exists('drafts/one.pdf')).data).toBe(true)
		expect((await owner().exists('drafts/two.pdf')).data).toBe(false)
		expect((await owner().info('drafts/two.pdf')).error).toMatchObject({ code: 'NoSuchKey' })
		expect((await owner().download('drafts/two.pdf')).error).not.toBeNull()
		for (const broken of ['{', '[]', '"x"', JSON.stringify({ long: 'x'.repeat(9_000) })]) {
			const response = await fetch(`${world.url}/storage/v1/object/pdfs/drafts/three.pdf`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${world.keys.secretKey}`,
					'x-metadata': Buffer.from(broken).toString('base64'),
				},
				body: guide,
			})
			expect(await response.json()).toMatchObject({ code: 'InvalidRequest' })
		}
		expect((await owner().exists('drafts/three.pdf')).data).toBe(false)
		const taken = await runAsSuperuser(
			world,
			`select details from auth.audit_log_entries where action = 'storage_object_downloaded'`,
		)
		expect(taken).toEqual([{ details: { bucket: 'pdfs', key: 'drafts/one.pdf' } }])
		await owner().remove(['drafts/one.pdf'])
	})

	test('moves and copies files, also into folders, but not over an existing file', async () => {
		await owner().upload('plan.pdf', guide, { metadata: { v: 1 } })
		const { data: link } = await owner().createSignedUrl('plan.pdf', 60)
		expect(await owner().move('plan.pdf', 'old/plan.pdf')).toMatchObject({
			error: null,
			data: { message: 'Successfully moved' },
		})
		expect((await fetch(link?.signedUrl ?? '')).status).toBe(400)
		expect((await owner().copy('old/plan.pdf', 'plan.pdf')).data?.path).toBe('pdfs/plan.pdf')
		for (const key of ['plan.pdf', 'old/plan.pdf']) {
			expect(sha256(await ((await owner().download(key)).data ?? new Blob()).arrayBuffer())).toBe(
				sha256(guide),
			)
			expect((await owner().info(key)).data?.metadata).toEqual({ v: 1 })
		}
		expect((await owner().move('plan.pdf', 'old/plan.pdf')).error).toMatchObject({ statusCode: '409' })
		expect((await owner().copy('plan.pdf', 'old/plan.pdf')).error).toMatchObject({ statusCode: '409' })
		expect((await owner().copy('plan.pdf', 'plan.pdf')).error).toMatchObject({ statusCode: '409' })
		expect((await owner().move('plan.pdf', 'plan.pdf')).error).toBeNull()
		expect((await owner().move('none.pdf', 'other.pdf')).error).toMatchObject({ code: 'NoSuchKey' })
		expect((await owner().move('plan.pdf', '../plan.pdf')).error).toMatchObject({ code: 'InvalidKey' })
		expect((await owner().move('plan.pdf', 'plan.zip')).error).toMatchObject({ code: 'InvalidMimeType' })
		expect((await owner().copy('plan.pdf', 'x.pdf', { destinationBucket: 'other' })).error).toMatchObject({
			code: 'NoSuchBucket',
		})
		// Many copies at once wait for each other's locks, but do not deadlock.
		const others = await Promise.all(
			Array.from({ length: 8 }, (_, i) => owner().copy('plan.pdf', `copies/${i % 4}.pdf`)),
		)
		expect(others.filter(({ error }) => error === null)).toHaveLength(4)
		const names = ['plan.pdf', 'old/plan.pdf', ...[0, 1, 2, 3].map((i) => `copies/${i}.pdf`)]
		expect((await owner().remove(names)).data).toHaveLength(6)
	})

	test('signs a link for uploading one file, with or without the right to replace it', async () => {
		const { data } = await owner().createSignedUploadUrl('sent/cv.pdf')
		const anyone = bucketOf(anonymousClient(world))
		const token = data?.token ?? ''
		expect((await anyone.uploadToSignedUrl('sent/other.pdf', token, guide)).error).toMatchObject({
			code: 'InvalidSignature',
		})
		expect(
			(await anyone.uploadToSignedUrl('sent/cv.pdf', token, Buffer.from('<script>'))).error,
		).toMatchObject({
			code: 'InvalidMimeType',
		})
		expect((await anyone.uploadToSignedUrl('sent/cv.pdf', token, guide)).data?.path).toBe('sent/cv.pdf')
		expect((await anyone.uploadToSignedUrl('sent/cv.pdf', token, guide)).error).toMatchObject({
			statusCode: '409',
		})
		expect((await owner().createSignedUploadUrl('sent/cv.pdf')).error).toMatchObject({ statusCode: '409' })
		const again = await owner().createSignedUploadUrl('sent/cv.pdf', { upsert: true })
		expect((await anyone.uploadToSignedUrl('sent/cv.pdf', again.data?.token ?? '', guide)).error).toBeNull()
		// A link for downloading cannot be used for uploading, nor the other way round.
		const download = await owner().createSignedUrl('sent/cv.pdf', 60)
		const downloadToken = new URL(download.data?.signedUrl ?? '').searchParams.get('token') ?? ''
		expect((await anyone.uploadToSignedUrl('sent/cv.pdf', downloadToken, guide)).error).toMatchObject({
			code: 'InvalidSignature',
		})
		const crossed = await fetch(`${world.url}/storage/v1/object/sign/pdfs/sent/cv.pdf?token=${token}`)
		expect(await crossed.json()).toMatchObject({ code: 'InvalidSignature' })
		world.clock.advance(7_201)
		expect(
			(await anyone.uploadToSignedUrl('sent/cv.pdf', again.data?.token ?? '', guide)).error,
		).toMatchObject({
			code: 'InvalidJWT',
		})
		world.clock.advance(-7_201)
		await owner().remove(['sent/cv.pdf'])
	})

	test('lists folders, and pages through all files in every order', async () => {
		const names = ['b.pdf', 'a/z.pdf', 'a/y.pdf', 'a/deep/x.pdf', 'a_/w.pdf', 'c.pdf']
		for (const name of names) await owner().upload(`list/${name}`, guide)
		const listed = async (prefix: string) =>
			(await owner().list(prefix)).data?.map(({ id, name }) => [name, id === null])
		expect(await listed('list')).toEqual([
			['a', true],
			['a_', true],
			['b.pdf', false],
			['c.pdf', false],
		])
		expect(await listed('list/a/')).toEqual([
			['deep', true],
			['y.pdf', false],
			['z.pdf', false],
		])
		expect(await listed('nothing')).toEqual([])
		const folders = await owner().listV2({ prefix: 'list/', with_delimiter: true })
		expect(folders.data).toMatchObject({
			hasNext: false,
			folders: [
				{ key: 'list/a', name: 'list/a/' },
				{ key: 'list/a_', name: 'list/a_/' },
			],
			objects: [{ name: 'list/b.pdf' }, { name: 'list/c.pdf' }],
		})
		for (const [column, order] of [
			['name', 'asc'],
			['name', 'desc'],
			['created_at', 'asc'],
			['updated_at', 'desc'],
		] as const) {
			const seen: string[] = []
			let cursor: string | undefined
			for (let page = 0; page < 4; page++) {
				const { data } = await owner().listV2({
					prefix: 'list/',
					limit: 2,
					sortBy: { column, order },
					...(cursor === undefined ? {} : { cursor }),
				})
				seen.push(...(data?.objects ?? []).map(({ name }) => name.slice('list/'.length)))
				cursor = data?.nextCursor
				if (!data?.hasNext) break
			}
			const expected = column === 'name' ? names.toSorted() : names
			expect(seen).toEqual(order === 'asc' ? expected : expected.toReversed())
		}
		expect((await owner().listV2({ cursor: 'x' })).error).toMatchObject({ code: 'InvalidRequest' })
		await owner().remove(names.map((name) => `list/${name}`))
	})

	test('signs links for up to seven days', async () => {
		const week = 7 * 86_400
		const { data } = await owner().createSignedUrl('CV.zip', week)
		world.clock.advance(week - 5)
		expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
		world.clock.advance(10)
		expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
		world.clock.advance(-(week + 5))
		expect((await owner().createSignedUrl('CV.zip', week + 1)).error).not.toBeNull()
		expect((await bucketOf(ben).createSignedUrl('CV.zip', 301)).error).not.toBeNull()
		expect((await bucketOf(ben).createSignedUrls(['CV.zip'], 301)).error).not.toBeNull()
	})

	test('is the only role allowed to manage files', async () => {
		for (const client of [ada, anonymousClient(world)]) {
			expect((await bucketOf(client).upload('mine.pdf', guide)).error).toMatchObject({
				statusCode: '403',
				code: 'AccessDenied',
			})
			expect((await bucketOf(client).update('CV.zip', kit)).error).toMatchObject({ statusCode: '403' })
			const bucket = bucketOf(client)
			for (const { error } of [
				await bucket.move('CV.zip', 'mine.zip'),
				await bucket.copy('CV.zip', 'mine.zip'),
				await bucket.createSignedUploadUrl('mine.zip'),
			])
				expect(error).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
			expect(await bucket.remove(['CV.zip'])).toEqual({ data: [], error: null })
			expect((await bucket.info('CV.zip')).error).toMatchObject({ code: 'NoSuchKey' })
			expect((await bucket.download('CV.zip')).error).not.toBeNull()
			expect((await bucket.exists('CV.zip')).data).toBe(false)
		}
		expect((await bucketOf(ben).createSignedUrl('CV.zip', 60)).error).toBeNull()
	})
})
