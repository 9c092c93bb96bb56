import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { bucketOf, guide, kit, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

// The official client against the Storage API on a real port.
const world = await useWorld()
const { ada, ben, benId } = await stockStore(world)

beforeEach(() => onlySale(world, benId))

async function link(
	client: SupabaseClient,
	name: string,
	options?: { download?: string | boolean },
): Promise<string> {
	const { data, error } = await bucketOf(client).createSignedUrl(name, 60, options)
	if (error !== null) throw error
	return data.signedUrl
}

async function setStatus(status: string): Promise<void> {
	await world.database.query(sql`update public.purchases set status = ${status} where user_id = ${benId}`)
}

function sha256(bytes: Uint8Array | ArrayBuffer): string {
	return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

const notFound = { status: 400, statusCode: '404', message: 'Object not found', code: 'NoSuchKey' }

describe('who can get a link', () => {
	test('any signed-in user gets a link to a free, released file', async () => {
		const response = await fetch(await link(ada, 'StudentGuide.pdf'))
		expect(response.status).toBe(200)
		expect(sha256(await response.arrayBuffer())).toBe(sha256(guide))
	})

	test('only the buyer gets a link to a paid file', async () => {
		expect(sha256(await (await fetch(await link(ben, 'CV.zip'))).arrayBuffer())).toBe(sha256(kit))
		expect((await bucketOf(ada).createSignedUrl('CV.zip', 60)).error).toMatchObject(notFound)
	})

	test('a signed-out visitor gets no link', async () => {
		expect(
			(await bucketOf(anonymousClient(world)).createSignedUrl('StudentGuide.pdf', 60)).error,
		).toMatchObject(notFound)
	})

	test.each([
		'northeast-money-guide.zip',
		'blank.pdf',
		'linkedin-mastery.zip',
		'interview-blueprint.zip',
		'nope.pdf',
		'cv.zip',
	])('no user gets a link to %s', async (name) => {
		for (const client of [ada, ben, anonymousClient(world)]) {
			expect((await bucketOf(client).createSignedUrl(name, 60)).error).toMatchObject(notFound)
		}
	})

	test.each(['pending', 'refunded', 'disputed', 'failed', 'held', 'duplicate', 'expired'])(
		'a purchase that is %s gives no link',
		async (status) => {
			await setStatus(status)
			expect((await bucketOf(ben).createSignedUrl('CV.zip', 60)).error).toMatchObject(notFound)
			await setStatus('completed')
			expect((await bucketOf(ben).createSignedUrl('CV.zip', 60)).error).toBeNull()
		},
	)

	test('a request for several links gets a link or an error for each file', async () => {
		const { data } = await bucketOf(ada).createSignedUrls(['StudentGuide.pdf', 'CV.zip', '../x'], 60)
		const refused = 'Either the object does not exist or you do not have access to it'
		expect(data).toMatchObject([
			{ path: 'StudentGuide.pdf', error: null },
			{ path: 'CV.zip', signedUrl: null, error: refused },
			{ path: '../x', signedUrl: null, error: refused },
		])
		expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
	})

	test('a user whose session has ended gets no link', async () => {
		const client = await signedInClient(world)
		const token = (await client.auth.getSession()).data.session?.access_token ?? ''
		await client.auth.signOut()
		const response = await fetch(`${world.url}/storage/v1/object/sign/pdfs/StudentGuide.pdf`, {
			method: 'POST',
			headers: {
				apikey: world.keys.publishableKey,
				authorization: `Bearer ${token}`,
				'content-type': 'application/json',
			},
			body: '{"expiresIn":60}',
		})
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({
			statusCode: '403',
			error: 'Unauthorized',
			code: 'AccessDenied',
		})
	})
})

describe('a signed link', () => {
	test('expires', async () => {
		const url = await link(ben, 'CV.zip')
		expect((await fetch(url)).status).toBe(200)
		world.clock.advance(61)
		const response = await fetch(url)
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({
			statusCode: '400',
			error: 'InvalidJWT',
			message: '"exp" claim timestamp check failed',
		})
	})

	test('lets a paused download go on for as long as it lasts, and afterwards adds nothing to the file', async () => {
		const url = await link(ben, 'CV.zip')
		const begun = await fetch(url)
		const whole = Buffer.from(await begun.arrayBuffer())
		const etag = begun.headers.get('etag') ?? ''
		// As a browser does for a download that was paused: the rest of the same file, from the same address.
		const resume = async (from: number) =>
			await fetch(url, { headers: { range: `bytes=${from}-`, 'if-range': etag } })
		const rest = await resume(3)
		expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, whole.subarray(3)])
		world.clock.advance(61)
		for (const from of [0, 3]) {
			const late = await resume(from)
			// Neither 200 nor 206, whose body the browser would save as the rest of the file.
			expect(late.status).toBe(400)
			expect(late.headers.get('content-range')).toBeNull()
			expect(late.headers.get('cache-control')).toContain('no-store')
			expect(await late.json()).toMatchObject({ error: 'InvalidJWT' })
		}
		const again = await fetch(await link(ben, 'CV.zip'), { headers: { range: 'bytes=3-', 'if-range': etag } })
		expect([again.status, Buffer.from(await again.arrayBuffer())]).toEqual([206, whole.subarray(3)])
	})

	test('stops working immediately after a refund and works again after a new purchase', async () => {
		const url = await link(ben, 'CV.zip')
		await setStatus('refunded')
		const response = await fetch(url)
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
		await setStatus('completed')
		expect((await fetch(url)).status).toBe(200)
	})

	test('stops working immediately if its holder is banned or deleted', async () => {
		const client = await signedInClient(world)
		const { data } = await client.auth.getUser()
		const url = await link(client, 'StudentGuide.pdf')
		await world.database.query(
			sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${data.user?.id}`,
		)
		expect((await fetch(url)).status).toBe(400)
		await world.database.query(sql`update auth.users set banned_until = null where id = ${data.user?.id}`)
		expect((await fetch(url)).status).toBe(200)
		await world.database.query(sql`delete from auth.users where id = ${data.user?.id}`)
		expect((await fetch(url)).status).toBe(400)
	})

	test('works again once a ban has expired', async () => {
		const client = await signedInClient(world)
		const { data } = await client.auth.getUser()
		const url = await link(client, 'StudentGuide.pdf')
		const banFor = (seconds: number) =>
			world.database.query(sql`
				update auth.users set banned_until = now() + make_interval(secs => ${seconds}) where id = ${data.user?.id}`)
		await banFor(3600)
		expect((await fetch(url)).status).toBe(400)
		await banFor(-1)
		expect((await fetch(url)).status).toBe(200)
	})

	test('is never cached, framed, executed or passed on in a referrer', async () => {
		const { headers } = await fetch(await link(ben, 'CV.zip'))
		expect(Object.fromEntries(headers)).toMatchObject({
			'cache-control': 'private, no-store',
			'content-type': 'application/zip',
			'content-disposition': `attachment; filename="CV.zip"; filename*=UTF-8''CV.zip`,
			'cross-origin-resource-policy': 'same-origin',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
			'x-robots-tag': 'none',
		})
		expect(headers.get('content-security-policy')).toContain("default-src 'none'")
	})

	test('shows a PDF in the browser, or saves it under the requested name', async () => {
		const disposition = async (options?: { download?: string | boolean }) =>
			(await fetch(await link(ada, 'StudentGuide.pdf', options))).headers.get('content-disposition')
		expect(await disposition()).toBe(`inline; filename="StudentGuide.pdf"; filename*=UTF-8''StudentGuide.pdf`)
		expect(await disposition({ download: true })).toContain('attachment; filename="StudentGuide.pdf"')
		expect(await disposition({ download: 'Résumé – 100 %.pdf' })).toContain(
			`filename*=UTF-8''R%C3%A9sum%C3%A9%20%E2%80%93%20100%20%25.pdf`,
		)
	})

	test('serves ranges that make up the whole file', async () => {
		const url = await link(ada, 'StudentGuide.pdf')
		const part = async (range: string) => {
			const response = await fetch(url, { headers: { range } })
			expect(response.status).toBe(206)
			return {
				range: response.headers.get('content-range'),
				bytes: Buffer.from(await response.arrayBuffer()),
			}
		}
		const middle = Math.floor(guide.length / 2)
		const [first, second] = [await part(`bytes=0-${middle}`), await part(`bytes=${middle + 1}-`)]
		expect(first.range).toBe(`bytes 0-${middle}/${guide.length}`)
		expect(sha256(Buffer.concat([first.bytes, second.bytes]))).toBe(sha256(guide))
		expect((await part('bytes=-5')).bytes).toEqual(guide.subarray(-5))
		const past = await fetch(url, { headers: { range: `bytes=${guide.length}-` } })
		expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${guide.length}`])
	})

	test('serves the whole file once if several ranges are requested', async () => {
		const range = `bytes=${Array.from({ length: 500 }, () => '0-99999').join(',')}`
		const response = await fetch(await link(ada, 'StudentGuide.pdf'), { headers: { range } })
		expect(response.status).toBe(200)
		expect((await response.arrayBuffer()).byteLength).toBe(guide.length)
	})

	test('answers 304 if the file has not changed', async () => {
		const url = await link(ada, 'StudentGuide.pdf')
		const etag = (await fetch(url)).headers.get('etag') ?? ''
		expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
		expect((await fetch(`${url}x`, { headers: { 'if-none-match': etag } })).status).toBe(400)
	})

	test('answers HEAD with the same headers and no bytes', async () => {
		const response = await fetch(await link(ada, 'StudentGuide.pdf'), { method: 'HEAD' })
		expect([response.status, response.headers.get('content-length')]).toEqual([200, String(guide.length)])
		expect((await response.arrayBuffer()).byteLength).toBe(0)
	})

	test('answers HEAD for the whole file and ignores a range', async () => {
		const response = await fetch(await link(ada, 'StudentGuide.pdf'), {
			method: 'HEAD',
			headers: { range: 'bytes=0-9' },
		})
		expect([response.status, response.headers.get('content-length')]).toEqual([200, String(guide.length)])
		expect(response.headers.get('content-range')).toBeNull()
	})

	test('a slow client receives the whole file even if the link expires during the download', async () => {
		const response = await fetch(await link(ada, 'StudentGuide.pdf'))
		const reader = response.body?.getReader()
		const first = (await reader?.read())?.value ?? new Uint8Array()
		world.clock.advance(120)
		const rest: Uint8Array[] = [first]
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
			rest.push(part.value)
		expect(sha256(Buffer.concat(rest))).toBe(sha256(guide))
	})
})
