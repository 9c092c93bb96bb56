import { createClient, type Session, type SupabaseClient, type User } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { World } from '#test/world.ts'

/** A minimal browser for signing in with OAuth: it stores cookies by host, and follows redirects only on request. */
export interface Browser {
	/** Sends one request with this browser's cookies and does not follow redirects. */
	go(url: string | URL, init?: RequestInit): Promise<Response>
	/** Returns the cookies this browser would send to an address. */
	cookies(url: string | URL): string
}

export function makeTestBrowser(): Browser {
	const jar = new Map<string, Map<string, string>>()
	const cookiesOf = (url: URL) => {
		const kept = jar.get(url.host) ?? new Map<string, string>()
		jar.set(url.host, kept)
		return kept
	}
	const cookies = (url: string | URL) =>
		[...cookiesOf(new URL(url))].map(([name, value]) => `${name}=${value}`).join('; ')
	return {
		cookies,
		go: async (url, init = {}) => {
			const headers = new Headers(init.headers)
			headers.set('cookie', cookies(url))
			const response = await fetch(url, { ...init, headers, redirect: 'manual' })
			for (const cookie of response.headers.getSetCookie()) {
				const [pair = ''] = cookie.split(';')
				const at = pair.indexOf('=')
				const isOver = /expires=Thu, 01 Jan 1970|max-age=0/i.test(cookie)
				if (isOver) cookiesOf(new URL(url)).delete(pair.slice(0, at))
				else cookiesOf(new URL(url)).set(pair.slice(0, at), pair.slice(at + 1))
			}
			return response
		},
	}
}

/** What the user does at the sandbox's account chooser. */
export type Choice =
	| { account: string }
	| { email: string; name: string; verified?: 'yes' }
	| { cancel: 'yes' }

/**
 * Follows an address of `/authorize`, or one from `linkIdentity`, through the account chooser. Returns the address of the shop's
 * callback to which the provider redirects the browser.
 */
export async function chooseAtGoogle(browser: Browser, authorizeUrl: string, choice: Choice): Promise<URL> {
	const isShops = new URL(authorizeUrl).pathname.startsWith('/auth/v1/')
	const toProvider = isShops ? await follow(browser, authorizeUrl) : authorizeUrl
	const toChooser = await follow(browser, toProvider)
	const chosen = await browser.go(toChooser, {
		method: 'POST',
		headers: { origin: new URL(toChooser).origin },
		body: new URLSearchParams(choice),
	})
	const resumed = locationOf(chosen, toChooser)
	return await follow(browser, resumed)
}

/** Completes the sign-in and returns the page to which the shop's callback redirects. */
export async function signInWithGoogle(browser: Browser, authorizeUrl: string, choice: Choice): Promise<URL> {
	return await follow(browser, await chooseAtGoogle(browser, authorizeUrl, choice))
}

/** Returns where an address redirects this browser to. */
export async function follow(browser: Browser, url: string | URL): Promise<URL> {
	return locationOf(await browser.go(url), url)
}

function locationOf(response: Response, from: string | URL): URL {
	const location = response.headers.get('location')
	if (location === null) throw new Error(`${response.status} without redirect at ${new URL(from).pathname}`)
	return new URL(location, from)
}

/** Creates an official client in its own browser: storage in memory, cookies in the browser's jar. */
export function clientIn(
	world: Pick<World, 'url' | 'keys'>,
	browser: Browser,
	flowType: 'pkce' | 'implicit' = 'pkce',
): SupabaseClient {
	const kept = new Map<string, string>()
	return createClient(world.url, world.keys.publishableKey, {
		auth: {
			flowType,
			autoRefreshToken: false,
			detectSessionInUrl: false,
			storage: {
				getItem: (key) => kept.get(key) ?? null,
				setItem: (key, value) => void kept.set(key, value),
				removeItem: (key) => void kept.delete(key),
			},
		},
		global: { fetch: (input, init) => browser.go(input instanceof Request ? input.url : input, init) },
	})
}

/** Returns where the official client sends the browser to sign in with Google. */
export async function googleAddress(client: SupabaseClient, redirectTo: string): Promise<string> {
	const { data, error } = await client.auth.signInWithOAuth({
		provider: 'google',
		options: { redirectTo, skipBrowserRedirect: true },
	})
	if (error !== null) throw error
	return data.url
}

/** Fills in the form for another account, with a verified address. */
export function verified(email: string, name = 'Some Name'): Choice {
	return { email, name, verified: 'yes' }
}

interface OAuthReturn {
	browser: Browser
	client: SupabaseClient
	/** The page on which the sign-in ended. */
	back: URL
	/** Empty if there was none. */
	code: string
}

/** Signs in with a new browser, up to the return to the shop. */
export async function returnFromGoogle(world: World, choice: Choice): Promise<OAuthReturn> {
	const browser = makeTestBrowser()
	const client = clientIn(world, browser)
	const back = await signInWithGoogle(browser, await googleAddress(client, `${world.url}/`), choice)
	return { browser, client, back, code: back.searchParams.get('code') ?? '' }
}

/** Signs in with a new browser, and exchanges the code for a session. */
export async function signedIn(
	world: World,
	choice: Choice,
): Promise<OAuthReturn & { user: User; session: Session }> {
	const returned = await returnFromGoogle(world, choice)
	const { data, error } = await returned.client.auth.exchangeCodeForSession(returned.code)
	if (error !== null) throw error
	return { ...returned, user: data.user, session: data.session }
}

/** Returns the error in an address. The API puts it in both the query and the fragment. */
export function errorIn(back: URL): Record<string, string> {
	const inQuery = Object.fromEntries(back.searchParams)
	const { sb: _, ...inFragment } = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
	expect(inFragment).toEqual(inQuery)
	return inQuery
}

/** Makes the Google stand-in misbehave. Without changes, resets it. */
export async function switchGoogle({ sandboxUrl }: World, change: object): Promise<void> {
	const answer = await fetch(`${sandboxUrl}/google/switches`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(change),
	})
	if (!answer.ok) throw new Error(await answer.text())
}

/** Makes the Google stand-in sign with a new key from now on. */
export async function rotateGoogleKeys({ sandboxUrl }: World): Promise<void> {
	await fetch(`${sandboxUrl}/google/rotate`, { method: 'POST' })
}
