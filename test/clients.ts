import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { World } from '#test/world.ts'

/** A genuine client with a session of its own, nothing of which outlives the test. */
export function anonymousClient(world: Pick<World, 'url' | 'keys'>): SupabaseClient {
	return createClient(world.url, world.keys.publishableKey, {
		auth: { persistSession: false, autoRefreshToken: false },
	})
}

/** Signs somebody new up, confirms their address by the mail's own link, and returns their client. */
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

/** A genuine client with the owner's secret key. */
export function serviceRoleClient(world: Pick<World, 'url' | 'keys'>): SupabaseClient {
	return createClient(world.url, world.keys.secretKey, {
		auth: { persistSession: false, autoRefreshToken: false },
	})
}
