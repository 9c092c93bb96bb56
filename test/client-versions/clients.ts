import { createRequire } from 'node:module'
import type { SupabaseClient } from '@supabase/supabase-js'
import { confirmedUser, type TestUser } from '#test/auth.ts'
import { type Browser, makeTestBrowser } from '#test/google.ts'
import type { World } from '#test/world.ts'

type ClientModule = typeof import('@supabase/supabase-js')

export interface ClientVersion {
	/** Who it is, for a test's name. */
	name: string
	/** The package of `package.json`; the older is an alias there. */
	package: string
	module: ClientModule
}

const require = createRequire(import.meta.url)

/**
 * The client in its newest version and in one that is more than a year older (2.57.4, of September 2025): pages built by
 * others last year go on speaking to this shop. Both are read by the newest's types.
 */
export const clientVersions: readonly ClientVersion[] = await Promise.all(
	['@supabase/supabase-js', 'supabase-js-a-year-ago'].map(async (name) => ({
		name: `supabase-js ${versionOf(name)}`,
		package: name,
		module: await load(name),
	})),
)

/** As the package itself says it. */
export function versionOf(name: string): string {
	const { version } = require(`${name}/package.json`)
	return String(version)
}

async function load(name: string): Promise<ClientModule> {
	return await import(/* @vite-ignore */ name)
}

interface ClientOptions {
	/** The publishable one unless given. */
	key?: string
	flowType?: 'implicit' | 'pkce'
	browser?: Browser
}

/** A client of this version in a browser of its own: storage in memory, cookies in the jar. */
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
				// The server, here in the same process, has put a class of its own in the place of the global one, and the older
				// client asks whether an answer is an instance of that.
				return new Response(answer.body, answer)
			},
		},
	})
}

/** Somebody with a confirmed account, signed in with their password by a client of this version. */
export async function atHome(
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
	/** The token of its link; empty where it has none. */
	token: string
	/** Its digits; empty where it has none. */
	code: string
}

/** What the newest mail to the address proves a mailbox by; does the jobs that mail it. */
export async function newestProof(world: World, email: string): Promise<ProofMail> {
	await world.runJobs()
	const text = world.mails.findLast(({ to }) => to === email)?.text ?? ''
	return {
		token: /token_hash=([\w-]+)/.exec(text)?.[1] ?? '',
		code: /(?:It|The code) is (\d{6})/.exec(text)?.[1] ?? '',
	}
}
