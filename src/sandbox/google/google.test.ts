import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

async function json(path: string): Promise<unknown> {
	return await (await sandbox.send('GET', path)).json()
}

test('keys survive a restart and change when rotated', async () => {
	const first = await json('/google/jwks')
	expect(first).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig' }] })
	expect(JSON.stringify(first)).not.toContain('"d"')
	await sandbox.restart()
	expect(await json('/google/jwks')).toEqual(first)
	expect((await sandbox.send('POST', '/google/rotate', {})).status).toBe(200)
	expect(await json('/google/jwks')).not.toEqual(first)
})

test('the discovery document names the issuer, and offers only the authorization code flow with PKCE', async () => {
	const port = new URL(sandbox.origin).port
	expect(await json('/google/.well-known/openid-configuration')).toMatchObject({
		issuer: `http://localhost:${port}/google`,
		response_types_supported: ['code'],
		code_challenge_methods_supported: ['S256'],
	})
})

test('the Google stand-in redirects a browser only to the callback of a shop', async () => {
	const ask = async (redirect_uri: string) => {
		const query = new URLSearchParams({
			client_id: 'headstart-shop.sandbox',
			response_type: 'code',
			scope: 'openid email',
			redirect_uri,
			state: 's',
			code_challenge: 'c'.repeat(43),
			code_challenge_method: 'S256',
		})
		return await sandbox.send('GET', `/google/auth?${query}`)
	}
	expect((await ask('https://shop.test/elsewhere')).status).toBe(400)
	const allowed = await ask('http://localhost:3000/auth/v1/callback')
	expect(allowed.status).toBe(303)
	expect(allowed.headers.get('location')).toMatch(/^\/google\/choose\//)
})

test('the account chooser answers 404 if no sign-in is in progress', async () => {
	expect((await sandbox.send('GET', '/google/choose/nobody')).status).toBe(404)
	expect((await sandbox.submit('/google/choose/nobody', { cancel: 'yes' })).status).toBe(404)
})

test('switches change the behaviour of the Google stand-in, and invalid ones are rejected', async () => {
	expect(await json('/google/switches')).toEqual({ tokens: 'answer', wrongNonce: false, down: false })
	expect((await sandbox.send('PUT', '/google/switches', { tokens: 'dance' })).status).toBe(400)
	expect((await sandbox.submit('/google/switches', { tokens: 'hang', down: 'yes' })).status).toBe(303)
	expect(await json('/google/switches')).toEqual({ tokens: 'hang', wrongNonce: false, down: true })
	expect((await sandbox.send('GET', '/google/jwks')).status).toBe(503)
	await sandbox.send('PUT', '/google/switches', {})
	expect((await sandbox.send('GET', '/google/jwks')).status).toBe(200)
})

test('the page of the Google stand-in lists the accounts', async () => {
	const page = await (await sandbox.send('GET', '/google')).text()
	for (const name of ['Amara Okafor', 'Una Verified', 'Cal Cancels']) expect(page).toContain(name)
})
