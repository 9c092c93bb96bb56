import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, clientVersions, signedInUser } from '#test/client-versions/clients.ts'
import { type FakeIssuer, fakeProvider, startFakeIssuer } from '#test/fake-issuer.ts'
import { type Browser, follow, makeTestBrowser } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

// Signing in with an OAuth provider and linking identities, with the newest client and one from a year ago.
let world: World
let fake: FakeIssuer
beforeAll(async () => {
	fake = await startFakeIssuer()
	world = await createWorld({ providers: [fakeProvider(fake, 'google')] })
})
afterAll(async () => {
	await world.close()
	await fake.stop()
})

/** Goes from the client's address to the provider and back. Returns the page to which the shop's callback redirects. */
async function visit(browser: Browser, address: string, who: Record<string, unknown>): Promise<URL> {
	// The browser opens `/authorize` itself. For linking, the client has already requested the address.
	const sent = address.startsWith(world.url) ? await follow(browser, address) : new URL(address)
	expect(sent.origin).toBe(fake.issuer)
	fake.says.change = { nonce: sent.searchParams.get('nonce'), ...who }
	const callback = new URL(sent.searchParams.get('redirect_uri') ?? '')
	callback.search = `${new URLSearchParams({ code: 'c', state: sent.searchParams.get('state') ?? '' })}`
	return await follow(browser, callback)
}

const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

describe.each(clientVersions)('$name', (version) => {
	const sub = (who: string) => `${who} of ${version.name}`

	test.each(['pkce', 'implicit'] as const)('signs in with a provider by the %s flow', async (flowType) => {
		const browser = makeTestBrowser()
		const client = clientOf(version, world, { browser, flowType })
		const options = { redirectTo: `${world.url}/free`, skipBrowserRedirect: true }
		const { data } = await client.auth.signInWithOAuth({ provider: 'google', options })
		const back = await visit(browser, data.url ?? '', { sub: sub(flowType) })
		expect(back.pathname).toBe('/free')
		const fragment = new URLSearchParams(back.hash.slice(1))
		const signedIn =
			flowType === 'pkce'
				? await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
				: await client.auth.setSession({
						access_token: fragment.get('access_token') ?? '',
						refresh_token: fragment.get('refresh_token') ?? '',
					})
		expect(signedIn.error).toBeNull()
		expect(signedIn.data.user?.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
	})

	test('signs in with an ID token', async () => {
		const client = clientOf(version, world)
		const token = await fake.idToken({ sub: sub('token'), nonce: hashed('n1') })
		const { data, error } = await client.auth.signInWithIdToken({ provider: 'google', token, nonce: 'n1' })
		expect(error).toBeNull()
		expect(data.user?.app_metadata.provider).toBe('google')
		const bad = await client.auth.signInWithIdToken({ provider: 'google', token: 'x.y.z' })
		expect(bad.error?.status).toBe(400)
	})

	test('links, lists and removes an identity, but cannot remove the last', async () => {
		const browser = makeTestBrowser()
		const { client, person } = await signedInUser(version, world, { browser, flowType: 'pkce' })
		const linking = await client.auth.linkIdentity({
			provider: 'google',
			options: { redirectTo: `${world.url}/account`, skipBrowserRedirect: true },
		})
		expect(linking.error).toBeNull()
		const back = await visit(browser, linking.data.url ?? '', { sub: sub('linked') })
		const linked = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
		expect(linked.data.user?.id).toBe(person.id)
		const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
		expect(identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
		for (const identity of identities) {
			const { error } = await client.auth.unlinkIdentity(identity)
			const isLast = identity.provider === 'google'
			expect(error?.code).toBe(isLast ? 'single_identity_not_deletable' : undefined)
		}
	})
})
