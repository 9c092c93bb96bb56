import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { bucketOf, onlySale, stockStore } from '#test/stocked-store.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()
let ben: SupabaseClient
let link: string
beforeAll(async () => {
	const stocked = await stockStore(world)
	ben = stocked.ben
	await onlySale(world, stocked.benId)
	link = (await bucketOf(ben).createSignedUrl('StudentGuide.pdf', 60)).data?.signedUrl ?? ''
	world.clock.advance(61)
})

const asTab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*' }

test.each([
	['has ended', () => link, 'This link has ended'],
	['is cut off', () => link.slice(0, -20), 'This link doesn’t open a file'],
	['has no token', () => link.split('?')[0] ?? '', 'This link doesn’t open a file'],
	['is for another file', () => link.replace('StudentGuide.pdf', 'CV.zip'), 'This link has ended'],
	[
		'has a path that is no file',
		() => link.replace('StudentGuide.pdf', '..%2Fx'),
		'This link doesn’t open a file',
	],
])('a link that %s, opened in a tab, leads back to the guides', async (_, address, heading) => {
	// Not by `fetch`, which says of itself that it is a script.
	const response = await world.request(address().slice(world.url.length), { headers: asTab })
	expect(response.status).toBe(400)
	expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
	expect(response.headers.get('cache-control')).toBe('no-store')
	expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
	const text = await response.text()
	expect(text).toContain(`<h1>${heading}</h1>`)
	expect(text).toContain('href="/account/guides"')
	expect(text).not.toContain('token')
})

test.each([
	['a program', {}],
	['a script of a page', { 'sec-fetch-mode': 'cors', accept: '*/*' }],
	['a script that accepts everything', { 'sec-fetch-mode': 'cors', accept: 'text/html' }],
	['a picture', { 'sec-fetch-mode': 'no-cors', accept: 'image/avif,*/*' }],
])('%s is answered in the API’s own form', async (_, headers) => {
	const response = await world.request(link.slice(world.url.length), { headers })
	expect(response.status).toBe(400)
	expect(await response.json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' })
})
