import type { SupabaseClient } from '@supabase/supabase-js'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { bucketOf, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

// Files inside the ZIP of a guide. Who has the ZIP has them, and nobody else.
const world = await useWorld()
const { ada, ben, benId } = await stockStore(world)

const files = {
	'README.txt': strToU8('Open CV-guide.pdf first.'),
	'CV-guide.pdf': strToU8(`%PDF-1.7 ${'guide '.repeat(5_000)}`),
	'Word/3-Template – clear.docx': strToU8('PK\u0003\u0004 a template'),
	'page.html': strToU8('<script>alert(1)</script>'),
	LICENCE: strToU8('Yours.'),
}

beforeAll(async () => {
	const { error } = await bucketOf(serviceRoleClient(world)).update('CV.zip', zipSync(files))
	if (error !== null) throw error
})
beforeEach(() => onlySale(world, benId))

async function linkTo(name: string, { download }: { download?: string } = {}): Promise<string> {
	const { data, error } = await bucketOf(ben).createSignedUrl('CV.zip', 60, download ? { download } : {})
	if (error !== null) throw error
	return `${data.signedUrl}&inside=${encodeURIComponent(name)}`
}

const listed = z.object({ contents: z.array(z.object({ name: z.string(), size: z.number() })) })
const recorded = async () =>
	await world.database.query(sql`select file_name, automatic from public.downloads order by at`)

test('whoever has the guide sees what is in its ZIP, and nobody else', async () => {
	const { data } = await bucketOf(ben).info('CV.zip')
	expect(listed.parse(data).contents).toEqual(
		Object.entries(files).map(([name, bytes]) => ({ name, size: bytes.length })),
	)
	for (const client of [ada, anonymousClient(world)])
		expect((await bucketOf(client).info('CV.zip')).error).toMatchObject({ statusCode: '404' })
	expect((await bucketOf(ada).info('StudentGuide.pdf')).data).not.toHaveProperty('contents')
	expect(await recorded()).toEqual([])
})

test.each(Object.entries(files))('%s is downloaded alone, byte for byte', async (name, bytes) => {
	const response = await fetch(await linkTo(name))
	expect([response.status, response.headers.get('content-length')]).toEqual([200, String(bytes.length)])
	expect(strFromU8(await response.bytes())).toBe(strFromU8(bytes))
})

test.each([
	['CV-guide.pdf', 'application/pdf', 'inline; filename="CV-guide.pdf"'],
	['README.txt', 'text/plain; charset=utf-8', 'attachment; filename="README.txt"'],
	[
		'Word/3-Template – clear.docx',
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		'attachment; filename="3-Template _ clear.docx"',
	],
	['page.html', 'text/html; charset=utf-8', 'attachment; filename="page.html"'],
	['LICENCE', 'application/octet-stream', 'attachment; filename="LICENCE"'],
])('%s has its own type and name, and can run nothing', async (name, type, disposition) => {
	const { headers } = await fetch(await linkTo(name))
	expect(headers.get('content-disposition')).toContain(disposition)
	expect(Object.fromEntries(headers)).toMatchObject({
		'content-type': type,
		'cache-control': 'private, no-store',
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'no-referrer',
		'content-security-policy': expect.stringContaining('sandbox'),
	})
})

test('a file is saved under the requested name', async () => {
	const { headers } = await fetch(await linkTo('CV-guide.pdf', { download: 'My guide.pdf' }))
	expect(headers.get('content-disposition')).toContain('attachment; filename="My guide.pdf"')
})

test('a request for a range gets the whole file, as its headers say', async () => {
	const response = await fetch(await linkTo('CV-guide.pdf'), { headers: { range: 'bytes=5-9' } })
	expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, 'none'])
	expect(await response.bytes()).toHaveLength(files['CV-guide.pdf'].length)
})

test('HEAD and 304 answer without bytes and without a record', async () => {
	const head = await fetch(await linkTo('CV-guide.pdf'), { method: 'HEAD' })
	expect([head.status, head.headers.get('content-length')]).toEqual([
		200,
		String(files['CV-guide.pdf'].length),
	])
	const etag = head.headers.get('etag') ?? ''
	const again = await fetch(await linkTo('CV-guide.pdf'), { headers: { 'if-none-match': etag } })
	expect(again.status).toBe(304)
	expect(await recorded()).toEqual([])
})

test('downloading one file counts as opening the guide, even if it claims to be automatic', async () => {
	// Downloads within ten minutes are recorded as one.
	world.clock.advance(601)
	await Promise.all(
		Array.from(
			{ length: 6 },
			async () => await (await fetch(`${await linkTo('README.txt')}&automatic=1`)).text(),
		),
	)
	expect(await recorded()).toEqual([{ file_name: 'CV.zip', automatic: false }])
})

test.each([
	'',
	'nope.pdf',
	'readme.txt',
	'../README.txt',
	'/README.txt',
	'Word',
	'Word/',
	'CV.zip',
	'\u202E',
])('the name %j leads to nothing', async (name) => {
	const response = await fetch(await linkTo(name))
	expect(response.status).toBe(400)
	expect(await response.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
})

test('a file that is no ZIP has nothing inside', async () => {
	const { data } = await bucketOf(ada).createSignedUrl('StudentGuide.pdf', 60)
	expect((await fetch(`${data?.signedUrl}&inside=README.txt`)).status).toBe(400)
})

test('a link ends with its time, and with the purchase', async () => {
	const url = await linkTo('README.txt')
	await world.database.query(sql`update public.purchases set status = 'refunded' where user_id = ${benId}`)
	expect((await fetch(url)).status).toBe(400)
	await world.database.query(sql`update public.purchases set status = 'completed' where user_id = ${benId}`)
	expect((await fetch(url)).status).toBe(200)
	world.clock.advance(61)
	expect(await (await fetch(url)).json()).toMatchObject({ error: 'InvalidJWT' })
	const direct = (client: SupabaseClient) =>
		client.auth.getSession().then(({ data }) =>
			fetch(`${world.url}/storage/v1/object/authenticated/pdfs/CV.zip?inside=README.txt`, {
				headers: {
					apikey: world.keys.publishableKey,
					authorization: `Bearer ${data.session?.access_token}`,
				},
			}),
		)
	expect((await direct(ben)).status).toBe(200)
	expect((await direct(ada)).status).toBe(400)
})

test('a connection is cut off if the ZIP is damaged, so that nobody takes half a file for the whole', async () => {
	const damaged = zipSync({ 'a.pdf': files['CV-guide.pdf'], 'b.txt': files['README.txt'] })
	damaged.fill(0xff, 40, 70)
	expect(() => unzipSync(damaged)).toThrow()
	const { error } = await bucketOf(serviceRoleClient(world)).update('CV.zip', damaged)
	expect(error).toBeNull()
	await expect(fetch(await linkTo('a.pdf')).then((answer) => answer.bytes())).rejects.toThrow()
	expect(await (await fetch(await linkTo('b.txt'))).text()).toBe(strFromU8(files['README.txt']))
})
