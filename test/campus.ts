import { generateKeyPairSync } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { CampusKey } from '#sandbox/campus/keys.ts'
import { sandboxCampus } from '#shared/sandbox-services.ts'
import { selfSignedCertificate } from '#shared/self-signed-certificate.ts'
import { callAuthAsServiceRole } from '#test/auth.ts'
import { type Browser, clientIn, makeTestBrowser } from '#test/google.ts'
import type { World } from '#test/world.ts'

/** Makes a key for `AUTH_SAML_KEY`, as PEM. */
export function makeSamlKey(): string {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	return String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

/** Makes the key and the certificate of an identity provider. */
export function makeCampusKey(modulusLength = 2048): CampusKey {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength })
	return {
		privateKey: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
		certificate: selfSignedCertificate(privateKey, 'Campus'),
	}
}

/** Calls the Admin API for identity providers as the service role. */
export async function callProviders(world: World, path = '', body?: unknown, method?: string) {
	return await callAuthAsServiceRole(world, `/admin/sso/providers${path}`, {
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		...(body === undefined ? {} : { body }),
	})
}

export function campusMetadataUrl({ sandboxUrl }: Pick<World, 'sandboxUrl'>): string {
	const { hostname, port } = new URL(sandboxUrl)
	return `http://${hostname === '127.0.0.1' ? 'localhost' : hostname}:${port}${sandboxCampus.path}/metadata`
}

/** Adds the sandbox's identity provider, and returns its id. */
export async function addCampus(world: World, domains: string[] = [sandboxCampus.domain]): Promise<string> {
	const metadata_url = campusMetadataUrl(world)
	const attribute_mapping = { keys: { full_name: { names: ['displayName'] } } }
	const { status, body } = await callProviders(world, '', {
		type: 'saml',
		metadata_url,
		domains,
		attribute_mapping,
	})
	if (status !== 201 || typeof body?.id !== 'string') throw new Error(JSON.stringify(body))
	return body.id
}

/** Returns where the official client sends the browser to sign in. */
export async function campusAddress(
	client: SupabaseClient,
	by: { domain: string } | { providerId: string } = { domain: sandboxCampus.domain },
	redirectTo?: string,
): Promise<string> {
	const { data, error } = await client.auth.signInWithSSO({
		...by,
		options: { skipBrowserRedirect: true, ...(redirectTo === undefined ? {} : { redirectTo }) },
	})
	if (error !== null) throw error
	return data.url
}

/** What the user does at the sandbox's campus. */
export type CampusChoice = { email: string; name?: string } | { cancel: 'yes' }

/** The form that a provider's page posts back to the shop. */
export interface CampusAnswer {
	action: string
	form: URLSearchParams
}

/** Signs in at the sandbox's campus, up to the form that goes back to the shop. */
export async function answerOfCampus(
	browser: Browser,
	address: string,
	choice: CampusChoice,
): Promise<CampusAnswer> {
	const { searchParams: query } = new URL(address)
	const chosen = await browser.go(address.split('?')[0] ?? '', {
		method: 'POST',
		body: new URLSearchParams({
			request: query.get('SAMLRequest') ?? '',
			relayState: query.get('RelayState') ?? '',
			...choice,
		}),
	})
	const page = await chosen.text()
	const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
	return {
		action: /action="([^"]+acs)"/.exec(page)?.[1] ?? '',
		form: new URLSearchParams({ SAMLResponse: fieldOf('SAMLResponse'), RelayState: fieldOf('RelayState') }),
	}
}

/** Posts the form to the shop as another site's page does, without our cookie, and returns where the browser goes. */
export async function postAnswer({ action, form }: CampusAnswer): Promise<URL> {
	const response = await fetch(action, { method: 'POST', body: form, redirect: 'manual' })
	const location = response.headers.get('location')
	if (response.status !== 303 || location === null)
		throw new Error(`${response.status} ${await response.text()}`)
	return new URL(location)
}

/** Signs in with a new browser and the official client, up to the return to the shop. */
export async function returnFromCampus(world: World, choice: CampusChoice, by?: { providerId: string }) {
	const browser = makeTestBrowser()
	const client = clientIn(world, browser)
	const back = await postAnswer(await answerOfCampus(browser, await campusAddress(client, by), choice))
	return { client, browser, back, code: back.searchParams.get('code') ?? '' }
}
