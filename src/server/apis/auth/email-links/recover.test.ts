import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	callAuth,
	confirmedUser,
	emailedTokens,
	getUser,
	makeBrowser,
	newestToken,
	sendWaitingEmails,
	signIn,
	signInAgain,
	tokensIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { sentStatements } from '#test/sent-statements.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ auth: { emailCodes: true } })

const recover = (email: string, more = {}) => callAuth(world, '/recover', { body: { email, ...more } })
const verify = (token_hash: string, type = 'recovery') =>
	callAuth(world, '/verify', { body: { type, token_hash } })
const setPassword = (bearer: string, password: string) =>
	callAuth(world, '/user', { method: 'PUT', bearer, body: { password } })
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email)
const aMinuteLater = () => world.clock.advance(61)
const newPassword = 'fresh-meadow-17'

test('the official client sets a new password through an emailed link, without the old password', async () => {
	const person = await confirmedUser(world)
	const client = anonymousClient(world)
	const events: string[] = []
	client.auth.onAuthStateChange((event) => void events.push(event))
	const asked = await client.auth.resetPasswordForEmail(person.email.toUpperCase(), {
		redirectTo: `${world.url}/account/guides#receipt-HS-000003`,
	})
	expect(asked.error).toBeNull()
	const token_hash = await newestToken(world, person.email)
	const mail = mailsTo(person.email).at(-1)
	expect(mail?.subject).toBe('Set a new password for Headstart')
	expect(mail?.text).toContain(
		`${world.url}/auth/confirm?token_hash=${token_hash}&type=recovery&redirect=%2Faccount%2Fguides%23receipt-HS-000003`,
	)
	expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
	expect(events).toContain('PASSWORD_RECOVERY')
	expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
	// The session counts as a recent sign-in for an hour.
	world.clock.advance(3_000)
	await client.auth.refreshSession()
	expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
	expect((await signIn(world, person.email, person.password)).status).toBe(400)
	expect((await signIn(world, person.email, newPassword)).status).toBe(200)
})

test('an emailed link keeps a discount code of the shop, and nothing else that a stranger could write', async () => {
	await world.database.query(sql`
		insert into shop.discount_codes (code, percent_off, starts_at, once_per_customer, made_by, made_at)
		values ('SPRING25', 25, now(), false, 'ada@shop.test', now())`)
	const person = await confirmedUser(world)
	for (const [page, redirect] of [
		['/get/cv-secrets?code=spring25', '%2Fget%2Fcv-secrets%3Fcode%3Dspring25'],
		['/get/cv-secrets?code=CALLMENOW', '%2Fget%2Fcv-secrets'],
		['/premium?code=CALLMENOW#bundle-0a1b2c3d', '%2Fpremium%23bundle-0a1b2c3d'],
	]) {
		aMinuteLater()
		await anonymousClient(world).auth.resetPasswordForEmail(person.email, {
			redirectTo: `${world.url}${page}`,
		})
		await newestToken(world, person.email)
		expect(mailsTo(person.email).at(-1)?.text).toMatch(new RegExp(`redirect=${redirect}$`, 'm'))
	}
})

test('every address gets the same answer, and only an account receives an email', async () => {
	const { email } = await confirmedUser(world)
	await callAuth(world, '/signup', { body: { email: 'waits@student.test', password: newPassword } })
	const answers = await Promise.all(
		[email, 'nobody@student.test', 'waits@student.test'].map((to) => recover(to)),
	)
	for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: {} })
	expect(await emailedTokens(world, email)).toHaveLength(2)
	expect(await emailedTokens(world, 'nobody@student.test')).toHaveLength(0)
})

test('a request for an unknown address runs the same SQL statements as one for a known address', async () => {
	const { email } = await confirmedUser(world)
	await world.storeRefusals()
	const [known, unknown] = [
		await sentStatements(() => recover(email)),
		await sentStatements(() => recover('unknown@student.test')),
	]
	expect(known.length).toBeGreaterThan(0)
	expect(unknown).toEqual(known)
	await world.runJobs()
})

test('a link works once and within an hour, unless a newer link or a new password has voided it', async () => {
	const person = await confirmedUser(world)
	const ask = async () => {
		aMinuteLater()
		await recover(person.email)
		return await newestToken(world, person.email)
	}
	const dead = {
		status: 403,
		body: { error_code: 'otp_expired', msg: 'Email link is invalid or has expired' },
	}
	const [older, newer] = [await ask(), await ask()]
	expect(await verify(older)).toMatchObject(dead)
	const { accessToken } = tokensIn((await verify(newer)).body)
	expect(await verify(newer)).toMatchObject(dead)
	expect((await getUser(world, accessToken)).status).toBe(200)

	const unused = await ask()
	expect((await setPassword(accessToken, newPassword)).status).toBe(200)
	expect(await verify(unused)).toMatchObject(dead)

	const late = await ask()
	world.clock.advance(3_601)
	expect(await verify(late)).toMatchObject(dead)
	const another = await ask()
	for (const type of ['signup', 'magiclink', 'email', 'email_change'])
		expect(await verify(another, type)).toMatchObject(dead)
	expect((await verify(another)).status).toBe(200)
})

test('a user can recover with an emailed code, which is void after five wrong attempts', async () => {
	const person = await confirmedUser(world)
	const codeOf = () => /Prefer a code\? Use (\d{6})/.exec(mailsTo(person.email).at(-1)?.text ?? '')?.[1] ?? ''
	const byCode = (token: string) =>
		callAuth(world, '/verify', { body: { type: 'recovery', email: person.email, token } })
	await recover(person.email)
	await world.runJobs()
	const code = codeOf()
	const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
	for (let guess = 0; guess < 5; guess++) expect((await byCode(wrong)).status).toBe(403)
	expect((await byCode(code)).status).toBe(403)
	aMinuteLater()
	await recover(person.email)
	await world.runJobs()
	const { data, error } = await anonymousClient(world).auth.verifyOtp({
		email: person.email,
		token: codeOf(),
		type: 'recovery',
	})
	expect(error).toBeNull()
	expect(data.session?.user.email).toBe(person.email)
})

test('recovery ends an intruder’s session and change of address, and removes the identities they added', async () => {
	const person = await confirmedUser(world)
	const intruder = await signInAgain(world, person)
	const change = await callAuth(world, '/user', {
		method: 'PUT',
		bearer: intruder.accessToken,
		body: { email: 'intruder@student.test' },
	})
	expect(change.status).toBe(200)
	const intrudersLink = await newestToken(world, 'intruder@student.test')
	const own = JSON.stringify({ email: person.email, email_verified: true, sub: 'own' })
	// Some providers let users enter any address in their profile, without verifying it.
	const claimed = JSON.stringify({ email: person.email, email_verified: false, sub: 'claimed' })
	await world.database.query(sql`
		insert into auth.identities (user_id, provider, provider_id, identity_data) values
			(${person.id}, 'google', 'intruder', '{"email": "intruder@student.test", "email_verified": true}'),
			(${person.id}, 'google', 'claimed', ${claimed}::jsonb),
			(${person.id}, 'google', 'own', ${own}::jsonb)`)
	await recover(person.email)
	const recovered = await verify(await newestToken(world, person.email))
	const { accessToken } = tokensIn(recovered.body)
	expect((await getUser(world, intruder.accessToken)).body).toMatchObject({ error_code: 'session_not_found' })
	const refreshed = await callAuth(world, '/token?grant_type=refresh_token', {
		body: { refresh_token: intruder.refreshToken },
	})
	expect(refreshed.status).toBe(400)
	expect((await verify(intrudersLink, 'email_change')).status).toBe(403)
	const { body } = await getUser(world, accessToken)
	expect(body).not.toHaveProperty('new_email')
	expect(body?.identities).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ provider: 'email' }),
			expect.objectContaining({ provider: 'google', id: 'own' }),
		]),
	)
	expect(body?.identities).toHaveLength(2)
	await world.runJobs()
	expect(mailsTo(person.email).at(-1)?.subject).toBe('Headstart: your account was recovered by email')
})

test('setting a new password after a recovery sends a notice', async () => {
	const person = await confirmedUser(world)
	await recover(person.email)
	const { accessToken } = tokensIn((await verify(await newestToken(world, person.email))).body)
	expect((await signIn(world, person.email, person.password)).status).toBe(400)
	expect((await setPassword(accessToken, newPassword)).status).toBe(200)
	await world.runJobs()
	expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual([
		'Confirm your email for Headstart',
		'Set a new password for Headstart',
		'Headstart: your account was recovered by email',
		'Headstart: your password was changed',
	])
})

test('the owner of a mailbox can recover an account that a stranger created with that address', async () => {
	const email = 'squatted@student.test'
	const squatter = makeBrowser()
	await callAuth(world, '/signup', {
		body: { email, password: 'squatters-own-1', data: { display_name: 'Squatter' }, ...squatter.challenge },
	})
	const squattersLink = await newestToken(world, email)
	await recover(email)
	const { body } = await verify(await newestToken(world, email))
	expect(JSON.stringify(body)).not.toContain('Squatter')
	expect((await signIn(world, email, 'squatters-own-1')).status).toBe(400)
	expect((await verify(squattersLink, 'signup')).status).toBe(403)
	expect((await setPassword(tokensIn(body).accessToken, newPassword)).status).toBe(200)
	expect((await signIn(world, email, newPassword)).status).toBe(200)
})

test('repeated requests send one email a minute, and store only hashes of the links', async () => {
	const { email } = await confirmedUser(world)
	await recover(email)
	const first = await newestToken(world, email)
	await recover(email)
	await recover(email)
	expect(await emailedTokens(world, email)).toHaveLength(2)
	await sendWaitingEmails(world)
	const tokens = await emailedTokens(world, email)
	expect(tokens).toHaveLength(3)
	const kept = JSON.stringify([
		await world.database.query(sql`select row_to_json(t)::text as row from auth.one_time_tokens t`),
		await world.database.query(sql`select row_to_json(j)::text as row from graphile_worker._private_jobs j`),
	])
	expect(kept).toContain(email)
	for (const token of [first, tokens.at(-1) ?? '']) {
		expect(kept).not.toContain(token)
		expect(kept).not.toContain(Buffer.from(token).toString('hex'))
	}
})

test('the events of a recovery are recorded, and only the user can read them', async () => {
	const [person, other] = [await confirmedUser(world), await confirmedUser(world)]
	await recover(person.email)
	const { accessToken } = tokensIn((await verify(await newestToken(world, person.email))).body)
	await setPassword(accessToken, newPassword)
	const sessionOf = (token: string): { session_id: string } =>
		JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
	const readAs = (sub: string, token: string) =>
		world.database.asCaller(
			{
				role: 'authenticated',
				claims: {
					sub,
					session_id: sessionOf(token).session_id,
					role: 'authenticated',
					aal: 'aal1',
					email: '',
					exp: 0,
				},
			},
			(tx) =>
				tx.query(sql`select action, user_id, ip_address from auth.audit_log_entries order by created_at`),
		)
	expect((await readAs(person.id, accessToken)).map(({ action }) => action)).toEqual([
		'user_signedup',
		'login',
		'user_recovery_requested',
		'user_recovered',
		'login',
		'user_updated_password',
	])
	const others = await readAs(other.id, other.accessToken)
	expect(others.map(({ user_id }) => user_id)).toEqual([other.id, other.id])
})
