import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	ban,
	callAuth,
	confirmedUser,
	emailedTokens,
	makeBrowser,
	newestToken,
	ownBrowser,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const ask = (email: string, more = {}) => callAuth(world, '/otp', { body: { email, ...more } })
const verify = (body: Record<string, unknown>) => callAuth(world, '/verify', { body })
const newestMail = async (email: string) => {
	const token_hash = await newestToken(world, email)
	const mail = world.mails.findLast(({ to }) => to === email)
	return { token_hash, mail, code: /Prefer a code\? Use (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '' }
}

test('the official client signs in with a link, once', async () => {
	const person = await confirmedUser(world)
	const client = anonymousClient(world)
	const { error } = await client.auth.signInWithOtp({ email: person.email.toUpperCase() })
	expect(error).toBeNull()
	const { token_hash, mail } = await newestMail(person.email)
	expect(mail?.text).toContain(`${world.url}/auth/confirm?token_hash=${token_hash}&type=magiclink`)
	const { data } = await client.auth.verifyOtp({ token_hash, type: 'magiclink' })
	expect(data.user?.id).toBe(person.id)
	expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
	expect(await verify({ type: 'magiclink', token_hash })).toMatchObject({
		status: 403,
		body: { error_code: 'otp_expired' },
	})
	// Signing in by email is not a recovery: other sessions and the password stay.
	expect((await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).status).toBe(200)
})

test.each(['email', 'magiclink'] as const)(
	'the official client signs in with a code of type %s',
	async (type) => {
		const person = await confirmedUser(world)
		await ask(person.email)
		const { code } = await newestMail(person.email)
		const { data, error } = await anonymousClient(world).auth.verifyOtp({
			email: person.email,
			token: code,
			type,
		})
		expect(error).toBeNull()
		expect(data.user?.id).toBe(person.id)
	},
)

test('a code is valid for ten minutes and five wrong attempts, a link for an hour', async () => {
	const [guessed, late] = [await confirmedUser(world), await confirmedUser(world)]
	await ask(guessed.email)
	await ask(late.email)
	const { code, token_hash } = await newestMail(guessed.email)
	const lateMail = await newestMail(late.email)
	const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
	const byCode = (email: string, token: string) => verify({ type: 'email', email, token })
	for (let guess = 0; guess < 5; guess++) expect((await byCode(guessed.email, wrong)).status).toBe(403)
	expect((await byCode(guessed.email, code)).status).toBe(403)
	expect((await verify({ type: 'email', token_hash })).status).toBe(200)
	world.clock.advance(601)
	expect((await byCode(late.email, lateMail.code)).status).toBe(403)
	world.clock.advance(3_000)
	expect((await verify({ type: 'magiclink', token_hash: lateMail.token_hash })).status).toBe(403)
})

test('creates an account without a password for a new address, and signs in by link or code', async () => {
	for (const by of ['link', 'code']) {
		const email = `new.by.${by}@student.test`
		const asked = await ask(email, { data: { display_name: 'New' }, ...ownBrowser.challenge })
		expect(asked).toMatchObject({ status: 200, body: {} })
		const { token_hash, code, mail } = await newestMail(email)
		expect(mail?.text).toContain('type=signup')
		const { verifier: code_verifier } = ownBrowser
		const { body } = await verify(
			by === 'link'
				? { type: 'signup', token_hash, code_verifier }
				: { type: 'email', email, token: code, code_verifier },
		)
		expect(body).toMatchObject({
			user: { email, has_password: false, user_metadata: { display_name: 'New' } },
		})
	}
})

test('with create_user off, an unknown address gets the same answer and no account', async () => {
	for (const email of ['unwanted@student.test', (await confirmedUser(world)).email])
		expect(await ask(email, { create_user: false })).toMatchObject({ status: 200, body: {} })
	await world.runJobs()
	expect(
		await world.database.query(sql`select from auth.users where email = 'unwanted@student.test'`),
	).toHaveLength(0)
	expect(world.mails.filter(({ to }) => to === 'unwanted@student.test')).toHaveLength(0)
})

test('signing in by link does not apply the password of a stranger’s earlier sign-up', async () => {
	const email = 'squatted.too@student.test'
	await callAuth(world, '/signup', {
		body: { email, password: 'squatters-own-1', ...makeBrowser().challenge },
	})
	world.clock.advance(61)
	await ask(email)
	const { token_hash } = await newestMail(email)
	expect(
		(await verify({ type: 'signup', token_hash, code_verifier: ownBrowser.verifier })).body,
	).toMatchObject({
		user: { has_password: false },
	})
	const answer = await callAuth(world, '/token?grant_type=password', {
		body: { email, password: 'squatters-own-1' },
	})
	expect(answer.status).toBe(400)
})

test('a banned user receives no email', async () => {
	const person = await confirmedUser(world)
	await ban(world, person)
	const mails = (await emailedTokens(world, person.email)).length
	expect(await ask(person.email)).toMatchObject({ status: 200, body: {} })
	expect(await emailedTokens(world, person.email)).toHaveLength(mails)
})

test('the email contains nothing that the caller wrote', async () => {
	await ask('quiet@student.test', { data: { display_name: 'Buy at evil.test' } })
	const { mail } = await newestMail('quiet@student.test')
	expect(`${mail?.text}${mail?.html}`).not.toContain('evil.test')
})
