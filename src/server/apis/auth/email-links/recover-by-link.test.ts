import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { callAuth, confirmedUser, newestToken } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

test('in the PKCE flow a link to the API leads to a code, which opens a session that can set a new password', async () => {
	const person = await confirmedUser(world)
	const stored = new Map<string, string>()
	const client = createClient(world.url, world.keys.publishableKey, {
		auth: {
			flowType: 'pkce',
			autoRefreshToken: false,
			storage: {
				getItem: (key) => stored.get(key) ?? null,
				setItem: (key, value) => void stored.set(key, value),
				removeItem: (key) => void stored.delete(key),
			},
		},
	})
	const events: string[] = []
	client.auth.onAuthStateChange((event) => void events.push(event))
	await client.auth.resetPasswordForEmail(person.email)
	const token = await newestToken(world, person.email)
	expect(token).toMatch(/^pkce_/)
	const query = new URLSearchParams({ token, type: 'recovery', redirect_to: `${world.url}/free` })
	const { headers } = await callAuth(world, `/verify?${query}`, { method: 'GET' })
	const target = new URL(headers.get('location') ?? '')
	expect(target.hash).toBe('')
	const { error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
	expect(error).toBeNull()
	expect(events).toContain('PASSWORD_RECOVERY')
	expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
	expect((await client.auth.updateUser({ password: 'fresh-meadow-17' })).error).toBeNull()
})

test('in the implicit flow a link to the API leads to a session that is marked as a recovery', async () => {
	const person = await confirmedUser(world)
	await callAuth(world, '/recover', { body: { email: person.email } })
	const token = await newestToken(world, person.email)
	const { status, headers } = await callAuth(world, `/verify?token=${token}&type=recovery`, { method: 'GET' })
	expect(status).toBe(303)
	const fragment = new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1))
	expect(fragment.get('type')).toBe('recovery')
	const bearer = fragment.get('access_token') ?? ''
	expect((await callAuth(world, '/user', { method: 'GET', bearer })).status).toBe(200)
})
