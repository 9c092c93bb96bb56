import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const paths = [
	'/auth/v1/token',
	'/rest/v1/purchases',
	'/storage/v1/object/sign/pdfs/CV.zip',
	'/storage/v1/bucket',
	'/functions/v1/create-payment',
	'/realtime/v1/api/broadcast',
]
const preflight = (path: string, headers: Record<string, string>) =>
	world.request(path, {
		method: 'OPTIONS',
		headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST', ...headers },
	})

test.each(paths)('an app on another origin may send any header to %s, without credentials', async (path) => {
	for (const asked of ['authorization,x-my-custom-header', 'traceparent, baggage', 'x-region'])
		expect(
			(await preflight(path, { 'access-control-request-headers': asked })).headers.get(
				'access-control-allow-headers',
			),
		).toBe(asked)
	const { status, headers } = await preflight(path, {})
	expect(status).toBe(204)
	expect(headers.get('access-control-allow-headers')).toBeNull()
	expect(headers.get('access-control-allow-origin')).toBe('*')
	expect(headers.get('access-control-allow-credentials')).toBeNull()
	// A cache between must not give one app what another asked for.
	expect(headers.get('vary')).toContain('Access-Control-Request-Headers')
})
