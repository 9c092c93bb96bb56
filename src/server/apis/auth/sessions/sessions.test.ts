import { expect, test } from 'vitest'
import { purgeExpired } from '#server/apis/auth/purge-expired.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	type AuthAnswer,
	ban,
	callAuth,
	confirmedUser,
	getUser,
	signInAgain,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const refresh = (token: string, userAgent = 'Firefox') =>
	callAuth(world, '/token?grant_type=refresh_token', {
		body: { refresh_token: token },
		headers: { 'user-agent': userAgent },
	})
const recordOf = ({ id }: Pick<TestUser, 'id'>) =>
	world.database.query(sql`
		select action, (details -> 'elsewhere')::boolean as elsewhere from auth.audit_log_entries
		where user_id = ${id} and action like 'token_%' order by created_at`)
const noticesTo = (email: string) =>
	world.mails
		.filter(({ to, subject }) => to === email && subject.startsWith('Headstart: '))
		.map(({ subject }) => subject)
const newToken = async (token: string) => tokensIn((await refresh(token)).body).refreshToken
const codeOf = ({ status, body }: AuthAnswer) => `${status} ${body?.error_code ?? 'ok'}`

test('the official client refreshes its session: new tokens, same session, same sign-in methods', async () => {
	const client = anonymousClient(world)
	const { email, password } = await confirmedUser(world)
	const before = (await client.auth.signInWithPassword({ email, password })).data.session
	world.clock.advance(5)
	const { data, error } = await client.auth.refreshSession()
	expect(error).toBeNull()
	expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
	expect(data.session?.access_token).not.toBe(before?.access_token)
	const [old, fresh] = [before?.access_token ?? '', data.session?.access_token ?? ''].map(claimsOf)
	expect(fresh?.session_id).toBe(old?.session_id)
	expect(fresh).toMatchObject({
		aal: 'aal1',
		amr: [{ method: 'password' }],
		user_metadata: { display_name: 'Some One' },
	})
	expect(fresh?.amr).toEqual(old?.amr)
})

test('when fifty tabs refresh with one token concurrently, all receive the same new one', async () => {
	const { refreshToken } = await confirmedUser(world)
	const answers = await Promise.all(
		Array.from({ length: 50 }, async () => {
			// On a busy machine some are turned away with 503, and ask again, as the official client does.
			let answer = await refresh(refreshToken)
			while (answer.status === 503) answer = await refresh(refreshToken)
			return answer
		}),
	)
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	const tokens = new Set(answers.map(({ body }) => body?.refresh_token))
	expect(tokens.size).toBe(1)
	expect(tokens).not.toContain(refreshToken)
})

test('for a minute, a client that lost the response can fetch the same new token again', async () => {
	const person = await confirmedUser(world)
	const successor = await newToken(person.refreshToken)
	// Not the last second of it, which may pass while the test runs.
	world.clock.advance(50)
	for (const _ of ['a retry', 'another tab']) expect(await newToken(person.refreshToken)).toBe(successor)
	expect(await recordOf(person)).toEqual([{ action: 'token_reused', elsewhere: false }])
	expect(codeOf(await refresh(successor))).toBe('200 ok')
	await world.runJobs()
	expect(noticesTo(person.email)).toEqual([])
})

test('reusing a spent token after a minute ends the session, even if the new token was never used', async () => {
	const person = await confirmedUser(world)
	const successor = await newToken(person.refreshToken)
	world.clock.advance(61)
	expect(codeOf(await refresh(person.refreshToken))).toBe('400 refresh_token_already_used')
	expect(codeOf(await refresh(successor))).toBe('400 refresh_token_not_found')
	expect(codeOf(await getUser(world, person.accessToken))).toBe('403 session_not_found')
	expect(await recordOf(person)).toEqual([{ action: 'token_revoked', elsewhere: false }])
	await world.runJobs()
	expect(noticesTo(person.email)).toEqual([])
})

test('weeks later, a spent token from another browser still ends the session and notifies the user', async () => {
	const person = await confirmedUser(world)
	await refresh(person.refreshToken, 'Firefox')
	world.clock.advance(21 * 86_400)
	await purgeExpired(world)
	expect(codeOf(await refresh(person.refreshToken, 'curl'))).toBe('400 refresh_token_already_used')
	expect(await recordOf(person)).toEqual([{ action: 'token_revoked', elsewhere: true }])
	await world.runJobs()
	expect(noticesTo(person.email)).toEqual(['Headstart: a device was signed out'])
})

test('if another browser sends a used token within a minute, it is accepted, and the user is notified', async () => {
	const person = await confirmedUser(world)
	const { body } = await refresh(person.refreshToken, 'Firefox')
	expect((await refresh(person.refreshToken, 'curl')).body?.refresh_token).toBe(body?.refresh_token)
	await world.runJobs()
	expect(await recordOf(person)).toEqual([{ action: 'token_reused', elsewhere: true }])
	expect(noticesTo(person.email)).toEqual(['Headstart: a sign-in was used from two devices'])
})

test('for a minute, a token from several refreshes ago still returns the active token', async () => {
	const { refreshToken } = await confirmedUser(world)
	const second = await newToken(refreshToken)
	const third = await newToken(second)
	const fourth = await newToken(third)
	world.clock.advance(50)
	expect(await newToken(refreshToken)).toBe(fourth)
	expect(await newToken(third)).toBe(fourth)
})

test('reusing a spent token after more than a minute voids every token of the session', async () => {
	const { refreshToken, accessToken } = await confirmedUser(world)
	const second = await newToken(refreshToken)
	const third = await newToken(second)
	world.clock.advance(61)
	const refused = await refresh(refreshToken)
	expect(codeOf(refused)).toBe('400 refresh_token_already_used')
	expect(refused.body?.msg).toBe('Invalid Refresh Token: Already Used')
	for (const token of [third, second])
		expect(codeOf(await refresh(token))).toBe('400 refresh_token_not_found')
	expect(codeOf(await getUser(world, accessToken))).toBe('403 session_not_found')
})

test('a session refreshed forty times stores eleven tokens, and reusing the first still ends the session', async () => {
	const { refreshToken, accessToken, id } = await confirmedUser(world)
	let active = refreshToken
	for (let round = 0; round < 40; round++) active = await newToken(active)
	const kept = () =>
		world.database.query(sql`
			select from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where s.user_id = ${id}`)
	expect(await kept()).toHaveLength(11)
	expect(codeOf(await refresh(refreshToken))).toBe('400 refresh_token_already_used')
	expect(codeOf(await getUser(world, accessToken))).toBe('403 session_not_found')
	expect(await kept()).toHaveLength(0)
})

test('reusing a purged token ends its session; a made-up token ends none', async () => {
	const person = await confirmedUser(world)
	const active = await newToken(await newToken(await newToken(person.refreshToken)))
	world.clock.advance(7 * 86_400)
	await purgeExpired(world)
	expect(codeOf(await refresh(`AAAA${active.slice(4)}`))).toBe('400 refresh_token_not_found')
	const latest = await refresh(active)
	expect(codeOf(latest)).toBe('200 ok')
	expect(codeOf(await refresh(person.refreshToken, 'curl'))).toBe('400 refresh_token_already_used')
	expect(codeOf(await getUser(world, tokensIn(latest.body).accessToken))).toBe('403 session_not_found')
	await world.runJobs()
	expect(noticesTo(person.email)).toEqual(['Headstart: a device was signed out'])
})

test('ending a session does not affect the user’s other sessions', async () => {
	const person = await confirmedUser(world)
	const other = await signInAgain(world, person)
	await newToken(await newToken(person.refreshToken))
	world.clock.advance(61)
	expect((await refresh(person.refreshToken)).status).toBe(400)
	expect((await getUser(world, other.accessToken)).status).toBe(200)
	expect((await refresh(other.refreshToken)).status).toBe(200)
})

test.each([
	['', '400 validation_failed'],
	['x', '400 validation_failed'],
	["' or 1=1 --", '400 validation_failed'],
	['abcdefghijkl', '400 refresh_token_not_found'],
	['A'.repeat(43), '400 refresh_token_not_found'],
	['A'.repeat(42), '400 validation_failed'],
	['x'.repeat(1_000_000), '413 request_entity_too_large'],
])('rejects the refresh token %.20j', async (token, expected) => {
	expect(codeOf(await refresh(token))).toBe(expected)
})

test('a session ends after its longest lifetime, however often it is refreshed', async () => {
	const { refreshToken } = await confirmedUser(world)
	world.clock.advance(89 * 86_400)
	const later = await newToken(refreshToken)
	world.clock.advance(86_400)
	const refused = await refresh(later)
	expect(codeOf(refused)).toBe('400 session_expired')
	expect(refused.body?.msg).toBe('Invalid Refresh Token: Session Expired')
})

test('an access token is rejected once its session has ended, even before it expires', async () => {
	const { refreshToken } = await confirmedUser(world)
	world.clock.advance(90 * 86_400 - 60)
	const { accessToken } = tokensIn((await refresh(refreshToken)).body)
	expect(codeOf(await getUser(world, accessToken))).toBe('200 ok')
	world.clock.advance(61)
	expect(codeOf(await getUser(world, accessToken))).toBe('403 session_not_found')
})

test('signing out ends the sessions in its scope, for access and refresh tokens alike', async () => {
	for (const [scope, alive] of [
		['local', [false, true, true]],
		['others', [true, false, false]],
		['global', [false, false, false]],
	] as const) {
		const person = await confirmedUser(world)
		const devices = [person, await signInAgain(world, person), await signInAgain(world, person)]
		const { status, body } = await callAuth(world, `/logout?scope=${scope}`, { bearer: person.accessToken })
		expect({ status, body }).toEqual({ status: 204, body: null })
		for (const [index, device] of devices.entries()) {
			expect(codeOf(await getUser(world, device.accessToken))).toBe(
				alive[index] ? '200 ok' : '403 session_not_found',
			)
			expect(codeOf(await refresh(device.refreshToken))).toBe(
				alive[index] ? '200 ok' : '400 refresh_token_not_found',
			)
		}
	}
})

test('signing out with the official client ends the session', async () => {
	const person = await confirmedUser(world)
	const client = anonymousClient(world)
	await client.auth.signInWithPassword(person)
	expect((await client.auth.signOut()).error).toBeNull()
	expect(codeOf(await getUser(world, person.accessToken))).toBe('403 session_not_found')
	expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('the other APIs reject the unexpired token of a signed-out session', async () => {
	const person = await confirmedUser(world)
	const read = () =>
		world.request('/rest/v1/purchases?select=id', {
			headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${person.accessToken}` },
		})
	expect((await read()).status).toBe(200)
	await callAuth(world, '/logout', { bearer: person.accessToken })
	expect((await read()).status).not.toBe(200)
})

test('rejects a banned user immediately, by access token and by refresh token', async () => {
	const person = await confirmedUser(world)
	await ban(world, person)
	expect(codeOf(await getUser(world, person.accessToken))).toBe('403 user_banned')
	expect(codeOf(await refresh(person.refreshToken))).toBe('400 user_banned')
})

test('rejects a deleted user immediately, by access token and by refresh token', async () => {
	const person = await confirmedUser(world)
	await world.database.query(sql`delete from auth.users where id = ${person.id}`)
	expect(codeOf(await getUser(world, person.accessToken))).toBe('403 user_not_found')
	expect(codeOf(await refresh(person.refreshToken))).toBe('400 refresh_token_not_found')
})

test('refresh tokens are stored only as hashes or encrypted', async () => {
	const { refreshToken } = await confirmedUser(world)
	const successor = await newToken(refreshToken)
	const rows = await world.database.query(sql`
		select encode(token_hash, 'escape') || encode(coalesce(successor_sealed, ''), 'escape') as text, encode(token_hash, 'base64') as hash
		from auth.refresh_tokens`)
	expect(rows.length).toBeGreaterThan(1)
	for (const token of [refreshToken, successor]) {
		expect(JSON.stringify(rows)).not.toContain(token)
		expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('base64'))
	}
})

test('purging deletes old spent tokens, and signs nobody out', async () => {
	const person = await confirmedUser(world)
	const last = await newToken(await newToken(await newToken(person.refreshToken)))
	world.clock.advance(2 * 86_400)
	await purgeExpired(world)
	const left = await world.database.query(sql`
		select from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where s.user_id = ${person.id}`)
	expect(left).toHaveLength(2)
	expect(codeOf(await refresh(last))).toBe('200 ok')
})

function claimsOf(accessToken: string): Record<string, unknown> {
	return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
}
