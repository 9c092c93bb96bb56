import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, getUser, newestToken, type TestUser } from '#test/auth.ts'
import { holdBody } from '#test/held-body.ts'
import { registerPasskey, startRegistration } from '#test/passkeys.ts'
import { fictionNumber } from '#test/phone.ts'
import { withSecondStep } from '#test/second-step.ts'
import { makeKey } from '#test/software-key.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ phone: {} })

interface Held {
	method: string
	path: string
	body: unknown
}

/** Sends a request whose body the server gets only after `meanwhile` is done. */
async function sendAround(
	{ accessToken }: Pick<TestUser, 'accessToken'>,
	{ method, path, body }: Held,
	meanwhile: () => Promise<unknown>,
): Promise<number> {
	const held = holdBody(body)
	const answered = world.request(`/auth/v1${path}`, {
		method,
		headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${accessToken}` },
		...held.init,
	})
	await Promise.race([held.asked, answered])
	await meanwhile()
	held.release()
	const { status } = await answered
	return status
}

async function recover({ email }: TestUser): Promise<void> {
	await callAuth(world, '/recover', { body: { email } })
	const token_hash = await newestToken(world, email)
	expect((await callAuth(world, '/verify', { body: { type: 'recovery', token_hash } })).status).toBe(200)
}

const signOutEverywhere = async ({ accessToken }: Pick<TestUser, 'accessToken'>) =>
	expect((await callAuth(world, '/logout?scope=global', { bearer: accessToken })).status).toBe(204)

/** What can open or lock an account. */
async function stateOf({ id }: Pick<TestUser, 'id'>) {
	return await world.database.query(sql`
		select u.encrypted_password, u.email_change, u.phone, u.phone_change, u.raw_user_meta_data,
			(select count(*)::integer from auth.webauthn_credentials k where k.user_id = u.id) as keys,
			(select count(*)::integer from auth.mfa_factors f where f.user_id = u.id) as factors,
			(select count(*)::integer from auth.one_time_tokens t where t.user_id = u.id) as tokens,
			(select array_agg(k.friendly_name) from auth.webauthn_credentials k where k.user_id = u.id) as names
		from auth.users u where u.id = ${id}`)
}

async function newPasskey(person: TestUser): Promise<Held> {
	const { challenge_id, options } = await startRegistration(world, person)
	const body = { challenge_id, credential: makeKey(world.url).create(options) }
	return { method: 'POST', path: '/passkeys/registration/verify', body }
}

const put = (body: object) => async (): Promise<Held> => ({ method: 'PUT', path: '/user', body })
const attempts: [string, (person: TestUser) => Promise<Held>][] = [
	['another address', put({ email: 'thief@student.test' })],
	['another number', put({ phone: fictionNumber(70) })],
	['another name', put({ data: { display_name: 'Thief' } })],
	['another password', put({ password: 'thieves-harbour-43' })],
	['a passkey', newPasskey],
	[
		'a second step',
		async () => ({
			method: 'POST',
			path: '/factors',
			body: { factor_type: 'totp', friendly_name: 'Theirs' },
		}),
	],
]

test.each(attempts)(
	'a session that ends before the rest of its request arrives sets up no %s',
	async (_what, attempt) => {
		for (const end of [recover, signOutEverywhere]) {
			const person = await confirmedUser(world)
			// Without a password, the new one could not be told from a change of the old one.
			await world.database.query(sql`update auth.users set encrypted_password = null where id = ${person.id}`)
			const held = await attempt(person)
			let before: unknown
			const status = await sendAround(person, held, async () => {
				await end(person)
				before = await stateOf(person)
			})
			expect(status).toBe(403)
			expect(await stateOf(person)).toEqual(before)
		}
	},
)

test.each(attempts)(
	'a session that lives on sets up %s although its request arrives slowly',
	async (_what, attempt) => {
		world.clock.advance(61)
		const person = await confirmedUser(world)
		const status = await sendAround(person, await attempt(person), async () => {
			expect((await getUser(world, person.accessToken)).status).toBe(200)
		})
		expect(status).toBe(200)
	},
)

test('a session that ends before the rest of its request arrives makes no recovery codes and renames no passkey', async () => {
	const member = await withSecondStep(world)
	const codes = { method: 'POST', path: '/factors/recovery-codes', body: { friendly_name: 'Theirs' } }
	expect(await sendAround(member, codes, () => signOutEverywhere(member))).toBe(403)
	expect(await stateOf(member)).toMatchObject([{ factors: 1 }])

	const person = await confirmedUser(world)
	const { body } = await registerPasskey(world, person, makeKey(world.url))
	const before = await stateOf(person)
	const rename = { method: 'PATCH', path: `/passkeys/${body?.id}`, body: { friendly_name: 'Theirs' } }
	expect(await sendAround(person, rename, () => signOutEverywhere(person))).toBe(403)
	expect(await stateOf(person)).toEqual(before)
})

test('a second step that is removed before its challenge arrives gets none', async () => {
	const person = await confirmedUser(world)
	const begun = await callAuth(world, '/factors', {
		body: { factor_type: 'totp', friendly_name: 'App' },
		bearer: person.accessToken,
	})
	const path = `/factors/${begun.body?.id}`
	const challenge = { method: 'POST', path: `${path}/challenge`, body: {} }
	const remove = () => callAuth(world, path, { method: 'DELETE', bearer: person.accessToken })
	expect(await sendAround(person, challenge, remove)).toBe(404)
})
