import { createRequire } from 'node:module'
import type { SupabaseClient } from '@supabase/supabase-js'
import { confirmedUser, type TestUser } from '#test/auth.ts'
import { type Browser, makeTestBrowser } from '#test/google.ts'
import type { World } from '#test/world.ts'

type ClientModule = typeof import('@supabase/supabase-js')

export interface ClientVersion {
	/** The name of the client in test names. */
	name: string
	/** The client's name in `package.json`, where the older client is an alias. */
	package: string
	module: ClientModule
}

const require = createRequire(import.meta.url)

/**
 * The newest client and one that is more than a year older (2.57.4, of September 2025). Pages that others built last year
 * still use this shop. Both clients have the types of the newest.
 */
export const clientVersions: readonly ClientVersion[] = await Promise.all(
	['@supabase/supabase-js', 'supabase-js-a-year-ago'].map(async (name) => ({
		name: `supabase-js ${versionOf(name)}`,
		package: name,
		module: await load(name),
	})),
)

/** The version that the package reports. */
export function versionOf(name: string): string {
	const { version } = require(`${name}/package.json`)
	return String(version)
}

async function load(name: string): Promise<ClientModule> {
	return await import(/* @vite-ignore */ name)
}

interface ClientOptions {
	/** The publishable key by default. */
	key?: string
	flowType?: 'implicit' | 'pkce'
	browser?: Browser
}

/** Creates a client of this version in its own browser: storage in memory, cookies in the browser's jar. */
export function clientOf(
	{ module }: ClientVersion,
	world: Pick<World, 'url' | 'keys'>,
	{ key = world.keys.publishableKey, flowType = 'implicit', browser = makeTestBrowser() }: ClientOptions = {},
): SupabaseClient {
	const kept = new Map<string, string>()
	return module.createClient(world.url, key, {
		auth: {
			flowType,
			autoRefreshToken: false,
			detectSessionInUrl: false,
			storage: {
				getItem: (name) => kept.get(name) ?? null,
				setItem: (name, value) => void kept.set(name, value),
				removeItem: (name) => void kept.delete(name),
			},
		},
		global: {
			fetch: async (input, init) => {
				const answer = await browser.go(input instanceof Request ? input.url : input, init)
				// The older client only accepts instances of the global `Response`. The server, which runs in the same process, has
				// replaced that class.
				return new Response(answer.body, answer)
			},
		},
	})
}

/** Creates a user with a confirmed account, signed in with a password by a client of this version. */
export async function signedInUser(
	version: ClientVersion,
	world: World,
	options: ClientOptions = {},
): Promise<{ client: SupabaseClient; person: TestUser }> {
	const person = await confirmedUser(world)
	const client = clientOf(version, world, options)
	const { error } = await client.auth.signInWithPassword(person)
	if (error !== null) throw error
	return { client, person }
}

export interface ProofMail {
	/** The token of its link, or empty. */
	token: string
	/** Its code, or empty. */
	code: string
}

/** Runs the mail jobs. Returns the link token and code in the newest email to the address. */
export async function newestProof(world: World, email: string): Promise<ProofMail> {
	await world.runJobs()
	const text = world.mails.findLast(({ to }) => to === email)?.text ?? ''
	return {
		token: /token_hash=([\w-]+)/.exec(text)?.[1] ?? '',
		code: /(?:Prefer a code\? Use|The code is) (\d{6})/.exec(text)?.[1] ?? '',
	}
}
