import { createClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Admission, createAdmission, type Priority } from '#server/platform/http/admission.ts'
import { type HttpServer, listen } from '#server/platform/http/http-server.ts'
import { admitVisitors } from './admit-visitors.ts'

/** Requests of these priorities are refused on arrival. */
const refusing: Priority[] = []
/** This many requests are refused after they have waited. */
let refusals = 0
const handled: string[] = []
const logged: string[] = []
let admission: Admission
let http: HttpServer
let url: string
let startedAt: number

beforeAll(async () => {
	startedAt = performance.now()
	admission = {
		...createAdmission(),
		refuses: (priority) => refusing.includes(priority),
		enter: async () => {
			if (refusals === 0) return true
			refusals -= 1
			return false
		},
		hasRoom: (priority) => !refusing.includes(priority),
	}
	http = await listen({ host: '127.0.0.1', port: 0 })
	url = `http://127.0.0.1:${http.port}`
	const answering = admitVisitors(
		{
			fetch: async (request) => {
				handled.push(new URL(request.url).pathname)
				return Response.json([])
			},
			upgrades: {
				path: '/realtime/v1/websocket',
				upgrade: (_request, socket) => socket.end('HTTP/1.1 101 OK\r\n\r\n'),
			},
		},
		{
			admission,
			site: { siteUrl: url },
			log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
		},
	)
	http.serve({ ...answering, built: undefined })
})

afterAll(() => http.close(0))

beforeEach(() => {
	refusing.splice(0)
	handled.splice(0)
})

function officialClient() {
	return createClient(url, 'sb_publishable_any', { auth: { persistSession: false, autoRefreshToken: false } })
}

test('the official client understands each refusal', async () => {
	refusing.push('account', 'rest')
	const client = officialClient()
	const read = await client.from('purchases').select().retry(false)
	expect(read).toMatchObject({
		status: 503,
		error: { code: 'PGRST001', message: expect.stringContaining('busy') },
	})
	const signIn = await client.auth.signInWithPassword({
		email: 'a@student.test',
		password: 'quiet-harbour-42',
	})
	expect(signIn.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 })
	const link = await client.storage.from('pdfs').createSignedUrl('StudentGuide.pdf', 60)
	expect(link.error).toMatchObject({
		status: 503,
		statusCode: '503',
		message: expect.stringContaining('busy'),
	})
	const notice = await client.functions.invoke('request-release-notice', { body: {} })
	expect(notice.error.context.headers.get('retry-after')).toMatch(/^[123]$/)
	expect(await notice.error.context.json()).toMatchObject({ code: 'unavailable' })
	expect(handled).toEqual([])
})

test('the official client repeats a read that was refused', async () => {
	refusals = 1
	expect((await officialClient().from('purchases').select()).data).toEqual([])
	expect(refusals).toBe(0)
})

test.each([
	{ path: '/functions/v1/stripe-webhook', refused: [] },
	{ path: '/functions/v1/create-payment', refused: [] },
	{ path: '/functions/v1/confirm-payment', refused: [] },
	{ path: '/healthz', refused: [] },
	{ path: '/readyz', refused: [] },
	{ path: '/auth/v1/token', refused: ['account'] },
	{ path: '/storage/v1/object/sign/pdfs/a.pdf', refused: ['account'] },
	{ path: '/rest/v1/purchases', refused: ['rest'] },
	{ path: '/functions/v1/request-release-notice', refused: ['rest'] },
	{ path: '/page-views', refused: ['rest'] },
	{ path: '/made-up', refused: ['rest'] },
])('$path is refused only while these priorities are refused: $refused', async ({ path, refused }) => {
	for (const priority of ['account', 'rest'] as const) {
		refusing.splice(0, 2, priority)
		const { status } = await fetch(url + path, { method: 'POST', body: '{}' })
		expect(status).toBe(refused.includes(priority) ? 503 : 200)
	}
})

test('a refusal has CORS and security headers', async () => {
	refusing.push('rest')
	const { headers } = await fetch(`${url}/rest/v1/purchases`)
	expect(headers.get('access-control-allow-origin')).toBe('*')
	expect(headers.get('access-control-expose-headers')).toContain('retry-after')
	expect(headers.get('cache-control')).toBe('no-store')
	expect(headers.get('content-security-policy')).toContain("default-src 'none'")
	expect(headers.get('x-request-id')).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
})

test.each([
	{ length: 1_000, connection: 'keep-alive' },
	{ length: 1_000_000, connection: 'close' },
])('a body of $length bytes is refused before it has arrived', async ({ length, connection }) => {
	refusing.push('account')
	const refusal = await fetch(`${url}/storage/v1/object/pdfs/a.pdf`, {
		method: 'POST',
		body: Buffer.alloc(length),
	})
	expect([refusal.status, refusal.headers.get('connection')]).toEqual([503, connection])
})

test('a preflight request is answered even while requests are refused', async () => {
	refusing.push('rest')
	expect((await fetch(`${url}/rest/v1/purchases`, { method: 'OPTIONS' })).status).toBe(200)
})

test('a WebSocket is refused like any other request', async () => {
	refusing.push('rest')
	const opening = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket`)
	await new Promise((resolve) => opening.addEventListener('error', resolve, { once: true }))
	expect(opening.readyState).toBe(WebSocket.CLOSED)
})

test('refusals are logged at most once in ten seconds', async () => {
	refusing.push('rest')
	await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/rest/v1/purchases`)))
	expect(logged.length).toBeGreaterThan(0)
	expect(logged.length).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 10_000)
})
