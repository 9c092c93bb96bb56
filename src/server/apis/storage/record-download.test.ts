import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ goods: true })
let ada: SupabaseClient
let ben: SupabaseClient
beforeAll(async () => {
	ben = await signedInClient(world)
})
beforeEach(async () => {
	await runAsSuperuser(world, 'truncate public.downloads')
	ada = await signedInClient(world)
})

async function link(client: SupabaseClient, seconds = 60): Promise<string> {
	const { data, error } = await client.storage.from('pdfs').createSignedUrl('StudentGuide.pdf', seconds)
	if (error !== null) throw error
	return data.signedUrl
}

async function take(url: string, init: RequestInit = {}): Promise<number> {
	const response = await fetch(url, init)
	await response.arrayBuffer()
	return response.status
}

const downloadsOf = async (client: SupabaseClient) =>
	(await client.from('downloads').select('catalogue_id, file_name, edition, sha256').order('at')).data

test('a download is recorded with its user and edition, and no other user can see the record', async () => {
	const url = await link(ada)
	expect(await downloadsOf(ada)).toEqual([])
	expect(await take(url)).toBe(200)
	const product = await one(
		world.database,
		sql`select edition from public.products where id = '1'`,
		z.object({ edition: z.string() }),
	)
	const object = await one(
		world.database,
		sql`select sha256 from storage.objects where name = 'StudentGuide.pdf'`,
		z.object({ sha256: z.string() }),
	)
	const noted = [{ catalogue_id: '1', file_name: 'StudentGuide.pdf', ...product, ...object }]
	expect(product.edition).toMatch(/^\d{4}-\d{2}-\d{2}$/)
	expect(await downloadsOf(ada)).toEqual(noted)
	expect(await downloadsOf(ben)).toEqual([])
	expect((await anonymousClient(world).from('downloads').select('id')).error).toMatchObject({ code: '42501' })
})

test('a further file of a guide is downloaded under the same rules, and recorded separately', async () => {
	const { data } = await ada.storage.from('pdfs').createSignedUrl('StudentGuide-read.json', 60)
	const response = await fetch(data?.signedUrl ?? '')
	expect(response.headers.get('content-type')).toBe('application/json')
	expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
	expect(await response.json()).toMatchObject({ slug: 'student-guide' })
	expect(await downloadsOf(ada)).toContainEqual(
		expect.objectContaining({ catalogue_id: '1', file_name: 'StudentGuide-read.json' }),
	)
	const paid = await ada.storage.from('pdfs').createSignedUrl('CV-read.json', 60)
	expect(paid.error).toMatchObject({ statusCode: '404' })
})

test('the download of an earlier edition is recorded as that edition', async () => {
	const { data } = await ada.storage.from('pdfs').createSignedUrl('StudentGuide-2026-11-22.pdf', 60)
	expect((await fetch(data?.signedUrl ?? '')).status).toBe(200)
	expect(await downloadsOf(ada)).toContainEqual(
		expect.objectContaining({ file_name: 'StudentGuide-2026-11-22.pdf', edition: '2026-11-22' }),
	)
})

test('a download of ranges alone is recorded', async () => {
	const url = await link(ada)
	expect(await take(url, { headers: { range: 'bytes=100-199' } })).toBe(206)
	expect(await downloadsOf(ada)).toHaveLength(1)
})

test('requests for a file within ten minutes are recorded as one download, whole or in ranges', async () => {
	const [first, second] = [await link(ada), await link(ada)]
	await Promise.all([
		...Array.from({ length: 20 }, () => take(first)),
		...Array.from({ length: 20 }, (_, part) =>
			take(second, { headers: { range: `bytes=${part * 100}-${part * 100 + 99}` } }),
		),
	])
	expect(await downloadsOf(ada)).toHaveLength(1)
	world.clock.advance(601)
	await take(await link(ada))
	expect(await downloadsOf(ada)).toHaveLength(2)
})

test('a download that a page starts by itself counts as automatic until the user downloads the file too', async () => {
	const automatic = async () =>
		await world.database.query(sql`select automatic from public.downloads order by at`)
	const ofPage = async (seconds: number) => `${await link(ada, seconds)}&automatic=1`
	await take(await ofPage(300))
	expect(await automatic()).toEqual([{ automatic: true }])
	await take(await link(ada, 300))
	await take(await ofPage(300))
	expect(await automatic()).toEqual([{ automatic: false }])
	world.clock.advance(601)
	await take(await ofPage(60))
	expect(await automatic()).toEqual([{ automatic: false }, { automatic: true }])
})

test('a HEAD request, a 304 and a range past the end are not recorded as downloads', async () => {
	const url = await link(ada)
	const { headers } = await fetch(url, { method: 'HEAD' })
	expect(await take(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).toBe(304)
	expect(await take(url, { headers: { range: 'bytes=999999999-' } })).toBe(416)
	expect(await take(`${url}x`)).toBe(400)
	expect(await downloadsOf(ada)).toEqual([])
})

test('a download through a link of the service role is not recorded', async () => {
	expect(await take(await link(serviceRoleClient(world)))).toBe(200)
	expect(await world.database.query(sql`select from public.downloads`)).toEqual([])
})

test('a download succeeds even if it cannot be recorded', async () => {
	const url = await link(ada)
	await runAsSuperuser(world, 'alter table public.downloads rename to downloads_away')
	expect(await take(url)).toBe(200)
	await runAsSuperuser(world, 'alter table public.downloads_away rename to downloads')
	await take(url)
	expect(await downloadsOf(ada)).toHaveLength(1)
})

test('deleting an account anonymises its downloads', async () => {
	const gone = await signedInClient(world)
	await take(await link(gone))
	const { data } = await gone.auth.getUser()
	await world.database.query(sql`delete from auth.users where id = ${data.user?.id}`)
	expect(await world.database.query(sql`select user_id, file_name from public.downloads`)).toEqual([
		{ user_id: null, file_name: 'StudentGuide.pdf' },
	])
})

test('a withdrawn guide can no longer be bought, and only its buyers can download it', async () => {
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status)
		values (${(await ada.auth.getUser()).data.user?.id}, '1', 'Student Guide', 0, 'completed')`)
	await world.database.query(sql`update public.products set withdrawn = true where id = '1'`)
	expect(await take(await link(ada))).toBe(200)
	await expect(link(ben)).rejects.toMatchObject({ message: 'Object not found' })
	const { error } = await ben.from('purchases').insert({
		product_id: '1',
		product_name: 'Student Guide',
		price: 0,
		status: 'completed',
		currency: 'GBP',
	})
	expect(error).toMatchObject({ code: '42501' })
	await world.database.query(sql`update public.products set withdrawn = false where id = '1'`)
	expect(await take(await link(ben))).toBe(200)
})
