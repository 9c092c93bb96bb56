import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { World } from '#test/world.ts'

/** Creates an official client with its own in-memory session. */
export function anonymousClient(world: Pick<World, 'url' | 'keys'>): SupabaseClient {
	return createClient(world.url, world.keys.publishableKey, {
		auth: { persistSession: false, autoRefreshToken: false },
	})
}

/** Signs up a new user, confirms the address with the emailed link, and returns the user's client. */
export async function signedInClient(world: World): Promise<SupabaseClient> {
	const client = anonymousClient(world)
	const email = `person.${randomBytes(6).toString('hex')}@student.test`
	const { error } = await client.auth.signUp({
		email,
		password: 'quiet-harbour-42',
		options: { data: { display_name: 'Person' } },
	})
	if (error !== null) throw error
	await world.runJobs()
	const mail = world.mails.findLast((candidate) => candidate.to === email)
	const tokenHash = /token_hash=([^&\s"]+)/.exec(mail?.text ?? '')?.[1]
	if (tokenHash === undefined) throw new Error('no confirmation mail')
	const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
	if (verified.error !== null) throw verified.error
	return client
}

/** Does so for several users, one after the other: of two at once, one would run the job that sends the other's email. */
export async function signedInClients(world: World, count: number): Promise<SupabaseClient[]> {
	const clients: SupabaseClient[] = []
	while (clients.length < count) clients.push(await signedInClient(world))
	return clients
}

/** Creates an official client with the secret key. */
export function serviceRoleClient(world: Pick<World, 'url' | 'keys'>): SupabaseClient {
	return createClient(world.url, world.keys.secretKey, {
		auth: { persistSession: false, autoRefreshToken: false },
	})
}
