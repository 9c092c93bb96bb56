import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { bucketOf, guide, kit, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

// The official client's calls that need no signed link. Ben has bought the kit, and Ada nothing.
const world = await useWorld()
const { ada, ben, benId } = await stockStore(world)
beforeEach(() => onlySale(world, benId))

const names = (found: { data: { name: string }[] | null }) => found.data?.map(({ name }) => name)
const namesV2 = async (client: SupabaseClient) => {
	const { data, error } = await bucketOf(client).listV2()
	expect(error).toBeNull()
	return data?.objects.map(({ name }) => name)
}
const notFound = { statusCode: '404', code: 'NoSuchKey', message: 'Object not found' }

describe('a user', () => {
	test('downloads, describes and finds the files that they own and those that are free', async () => {
		for (const [client, name, bytes] of [
			[ben, 'CV.zip', kit],
			[ben, 'StudentGuide.pdf', guide],
			[ada, 'StudentGuide.pdf', guide],
		] as const) {
			const { data, error } = await bucketOf(client).download(name)
			expect(error).toBeNull()
			expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
			expect((await bucketOf(client).info(name)).data).toMatchObject({ name, size: bytes.length })
			expect((await bucketOf(client).exists(name)).data).toBe(true)
		}
	})

	test.each(['CV.zip', 'northeast-money-guide.zip', 'blank.pdf', 'nope.pdf'])(
		'cannot tell whether %s exists without owning it',
		async (name) => {
			expect((await bucketOf(ada).info(name)).error).toMatchObject(notFound)
			expect((await bucketOf(ada).exists(name)).data).toBe(false)
			expect((await bucketOf(ada).download(name)).error).not.toBeNull()
		},
	)

	test('lists exactly these files', async () => {
		expect(names(await bucketOf(ada).list())).toEqual(['StudentGuide.pdf'])
		expect(await namesV2(ada)).toEqual(['StudentGuide.pdf'])
		expect(names(await bucketOf(ben).list())?.sort()).toEqual(['CV.zip', 'StudentGuide.pdf'])
		expect((await namesV2(ben))?.sort()).toEqual(['CV.zip', 'StudentGuide.pdf'])
		expect(names(await bucketOf(ben).list('', { search: 'cv' }))).toEqual(['CV.zip'])
		expect(names(await bucketOf(serviceRoleClient(world)).list())).toContain('blank.pdf')
	})

	test.each(['pending', 'refunded', 'disputed', 'failed', 'held', 'duplicate', 'expired'])(
		'loses all of these if the purchase is %s',
		async (status) => {
			await world.database.query(sql`update public.purchases set status = ${status} where user_id = ${benId}`)
			expect((await bucketOf(ben).download('CV.zip')).error).not.toBeNull()
			expect((await bucketOf(ben).info('CV.zip')).error).toMatchObject(notFound)
			expect(names(await bucketOf(ben).list())).toEqual(['StudentGuide.pdf'])
		},
	)

	test('removes nothing', async () => {
		expect(await bucketOf(ben).remove(['CV.zip'])).toEqual({ data: [], error: null })
		expect((await bucketOf(ben).exists('CV.zip')).data).toBe(true)
	})

	test('has a download without a link recorded like one with a link', async () => {
		// The downloads of the tests above are over ten minutes old.
		world.clock.advance(601)
		const { data } = await bucketOf(ben).download('CV.zip')
		await data?.arrayBuffer()
		await bucketOf(ben).exists('StudentGuide.pdf')
		expect((await ben.from('downloads').select('file_name')).data).toEqual([{ file_name: 'CV.zip' }])
		expect(await world.database.query(sql`select automatic from public.downloads`)).toEqual([
			{ automatic: false },
		])
	})
})

test('a visitor finds and lists nothing', async () => {
	const bucket = bucketOf(anonymousClient(world))
	expect(await bucket.list()).toEqual({ data: [], error: null })
	expect((await bucket.listV2()).data).toMatchObject({ hasNext: false, objects: [], folders: [] })
	expect((await bucket.exists('StudentGuide.pdf')).data).toBe(false)
	expect((await bucket.info('StudentGuide.pdf')).error).toMatchObject(notFound)
	expect((await bucket.download('StudentGuide.pdf')).error).not.toBeNull()
	expect(await bucket.remove(['StudentGuide.pdf'])).toEqual({ data: [], error: null })
})

describe('the bucket', () => {
	test('is shown to the service role only', async () => {
		const { storage } = serviceRoleClient(world)
		const bucket = { id: 'pdfs', name: 'pdfs', public: false, file_size_limit: 52_428_800 }
		expect((await storage.listBuckets()).data).toMatchObject([bucket])
		expect((await storage.getBucket('pdfs')).data).toMatchObject({
			...bucket,
			allowed_mime_types: expect.arrayContaining(['application/pdf', 'application/zip']),
		})
		expect((await storage.getBucket('other')).error).toMatchObject({ message: 'Bucket not found' })
		for (const client of [ada, anonymousClient(world)]) {
			expect(await client.storage.listBuckets()).toEqual({ data: [], error: null })
			expect((await client.storage.getBucket('pdfs')).error).toMatchObject({ message: 'Bucket not found' })
		}
	})

	test('is the only one, and cannot be changed', async () => {
		const changes = ({ storage }: SupabaseClient) =>
			Promise.all([
				storage.createBucket('open', { public: true }),
				storage.updateBucket('pdfs', { public: true }),
				storage.emptyBucket('pdfs'),
				storage.deleteBucket('pdfs'),
			])
		for (const { error } of await changes(serviceRoleClient(world)))
			expect(error).toMatchObject({
				status: 403,
				message: expect.stringContaining('This shop has one bucket'),
			})
		for (const client of [ada, anonymousClient(world)])
			for (const { error } of await changes(client)) expect(error).toMatchObject({ statusCode: '403' })
		expect((await bucketOf(ben).exists('CV.zip')).data).toBe(true)
	})
})

describe('what the Storage API does not offer', () => {
	const call = (method: string, path: string) =>
		world.request(`/storage/v1${path}`, {
			method,
			headers: { apikey: world.keys.secretKey, authorization: `Bearer ${world.keys.secretKey}` },
		})

	test.each([
		['GET', '/render/image/authenticated/pdfs/a.png', 'pictures'],
		['GET', '/object/public/pdfs/CV.zip', 'public bucket'],
		['POST', '/upload/resumable', 'resumable uploads'],
		['PATCH', '/upload/resumable/abc', 'resumable uploads'],
		['DELETE', '/cdn/pdfs/CV.zip', 'cache'],
		['PUT', '/s3/pdfs/CV.zip', 'S3'],
		['GET', '/iceberg/v1/config', 'analytics buckets'],
		['POST', '/vector/CreateVectorBucket', 'vector buckets'],
	])('is named: %s %s', async (method, path, word) => {
		const response = await call(method, path)
		expect(response.status).toBe(403)
		expect(await response.json()).toMatchObject({
			statusCode: '403',
			code: 'FeatureNotEnabled',
			message: expect.stringContaining(word),
		})
	})

	test.each([
		['GET', '/nothing'],
		['PATCH', '/object/pdfs/CV.zip'],
		['GET', '/object/list/pdfs'],
		['POST', '/object/move/else'],
		['GET', '/'],
	])('is answered as an unknown route otherwise: %s %s', async (method, path) => {
		const response = await call(method, path)
		expect(response.status).toBe(404)
		expect(await response.json()).toMatchObject({
			statusCode: '404',
			error: 'Not Found',
			message: `Route ${method}:/storage/v1${path} not found`,
		})
	})
})
