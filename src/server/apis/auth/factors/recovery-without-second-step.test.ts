import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import {
	callAuth,
	confirmedUser,
	newestToken,
	sendWaitingEmails,
	signInAgain,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

/** Recovers an account with the emailed link and returns its session. */
async function recovered({ email }: Pick<TestUser, 'email'>) {
	world.clock.advance(61)
	await callAuth(world, '/recover', { body: { email } })
	const { body } = await callAuth(world, '/verify', {
		body: { type: 'recovery', token_hash: await newestToken(world, email) },
	})
	return tokensIn(body)
}
const setPassword = (bearer: string) =>
	callAuth(world, '/user', { method: 'PUT', bearer, body: { password: 'fresh-meadow-17' } })
const factorsOf = ({ id }: Pick<TestUser, 'id'>) =>
	world.database.query(sql`select id from auth.mfa_factors where user_id = ${id}`)
const subjectsTo = ({ email }: Pick<TestUser, 'email'>) =>
	world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
const recordOf = async ({ id }: Pick<TestUser, 'id'>) => {
	const rows = await world.database.query(
		sql`
		select action from auth.audit_log_entries
		where user_id = ${id} and (action like 'factor_removal_%' or action = 'factor_unenrolled') order by created_at`,
		z.object({ action: z.string() }),
	)
	return rows.map(({ action }) => action)
}
const aDayLater = async () => {
	await world.runJobs()
	world.clock.advance(86_400)
	await sendWaitingEmails(world)
	await world.runJobs()
}

test('recovering the password does not bypass the second step', async () => {
	const person = await withSecondStep(world)
	world.clock.advance(7 * 86_400 + 1)
	await callAuth(world, '/recover', { body: { email: person.email } })
	const { body } = await callAuth(world, '/verify', {
		body: { type: 'recovery', token_hash: await newestToken(world, person.email) },
	})
	const { accessToken } = tokensIn(body)
	const change = (bearer: string) =>
		callAuth(world, '/user', { method: 'PUT', bearer, body: { password: 'fresh-meadow-17' } })
	expect(await change(accessToken)).toMatchObject({
		status: 401,
		body: {
			error_code: 'insufficient_aal',
			msg: 'AAL2 session is required to update email or password when MFA is enabled.',
		},
	})
	const path = `/factors/${person.factorId}`
	const { body: challenge } = await callAuth(world, `${path}/challenge`, { bearer: accessToken })
	world.clock.advance(30)
	const code = appCode(world, person.secret)
	const stepped = await callAuth(world, `${path}/verify`, {
		bearer: accessToken,
		body: { challenge_id: challenge?.id, code },
	})
	const raised = tokensIn(stepped.body)
	expect((await change(raised.accessToken)).status).toBe(200)
})

test('a recovery removes the old password immediately, and a recently added second factor only a day later', async () => {
	const person = await withSecondStep(world)
	world.clock.advance(6 * 86_400)
	const { accessToken } = await recovered(person)
	const known = { email: person.email, password: person.password }
	expect(await callAuth(world, '/token?grant_type=password', { body: known })).toMatchObject({
		status: 400,
		body: { error_code: 'invalid_credentials' },
	})
	expect(await setPassword(accessToken)).toMatchObject({
		status: 401,
		body: { error_code: 'insufficient_aal' },
	})
	await aDayLater()
	expect(await factorsOf(person)).toEqual([])
	expect(subjectsTo(person).slice(-3)).toEqual([
		'Headstart: your account was recovered by email',
		'Headstart: two-step verification will be switched off',
		'Headstart: a second step was removed',
	])
	const again = await recovered(person)
	expect((await setPassword(again.accessToken)).status).toBe(200)
	expect(await recordOf(person)).toEqual(['factor_removal_planned', 'factor_unenrolled'])
})

test('a second recovery does not postpone the removal of the second factor', async () => {
	const person = await withSecondStep(world)
	await recovered(person)
	world.clock.advance(43_200)
	await recovered(person)
	await sendWaitingEmails(world)
	await world.runJobs()
	expect(await factorsOf(person)).toHaveLength(1)
	expect(subjectsTo(person).filter((subject) => subject.includes('will be'))).toHaveLength(1)
	world.clock.advance(43_200)
	await sendWaitingEmails(world)
	await world.runJobs()
	expect(await factorsOf(person)).toEqual([])
})

test('the link in the notice cancels the removal without a sign-in', async () => {
	const person = await withSecondStep(world)
	await recovered(person)
	const token = await newestToken(world, person.email)
	const mail = world.mails.findLast(({ to }) => to === person.email)
	expect(mail?.text).toContain(`${world.url}/auth/confirm?token_hash=${token}&type=keep_factors`)
	expect(mail?.html).toContain('London time')
	const keep = (given: string) => callAuth(world, '/account/keep-factors', { body: { token: given } })
	expect(await keep('x'.repeat(43))).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
	for (const _ of ['pressed', 'pressed twice'])
		expect(await keep(token)).toMatchObject({ status: 200, body: {} })
	await aDayLater()
	expect(await factorsOf(person)).toHaveLength(1)
	expect(await recordOf(person)).toEqual(['factor_removal_planned', 'factor_removal_stopped'])
	const stored = JSON.stringify(
		await world.database.query(sql`select row_to_json(r)::text from auth.factor_removals r`),
	)
	expect(stored).not.toContain(token)
})

test('the link in the notice is void after the removal', async () => {
	const person = await withSecondStep(world)
	await recovered(person)
	const token = await newestToken(world, person.email)
	await aDayLater()
	expect(await callAuth(world, '/account/keep-factors', { body: { token } })).toMatchObject({
		status: 403,
		body: { error_code: 'otp_expired' },
	})
})

test('taking the second step cancels the removal too', async () => {
	const person = await withSecondStep(world)
	const { accessToken } = await recovered(person)
	const path = `/factors/${person.factorId}`
	const { body: challenge } = await callAuth(world, `${path}/challenge`, { bearer: accessToken })
	world.clock.advance(30)
	const stepped = await callAuth(world, `${path}/verify`, {
		bearer: accessToken,
		body: { challenge_id: challenge?.id, code: appCode(world, person.secret) },
	})
	expect(stepped.status).toBe(200)
	await aDayLater()
	expect(await factorsOf(person)).toHaveLength(1)
	expect(await recordOf(person)).toEqual(['factor_removal_planned', 'factor_removal_stopped'])
})

test('a recovery deletes a second factor that was never verified', async () => {
	const person = await confirmedUser(world)
	const begun = { factor_type: 'totp', friendly_name: 'Phone' }
	await callAuth(world, '/factors', { bearer: person.accessToken, body: begun })
	const { accessToken } = await recovered(person)
	expect(await factorsOf(person)).toEqual([])
	expect((await setPassword(accessToken)).status).toBe(200)
	await world.runJobs()
	expect(subjectsTo(person).filter((subject) => subject.includes('will be'))).toEqual([])
})

test('before the second step a session can sign out only itself and cannot change the user’s name', async () => {
	const person = await withSecondStep(world)
	const { accessToken } = await signInAgain(world, person)
	const renamed = await callAuth(world, '/user', {
		method: 'PUT',
		bearer: accessToken,
		body: { data: { display_name: 'Somebody else' } },
	})
	expect(renamed).toMatchObject({ status: 401, body: { error_code: 'insufficient_aal' } })
	expect((await callAuth(world, '/logout?scope=global', { bearer: accessToken })).status).toBe(204)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: accessToken })).status).toBe(403)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).status).toBe(200)
})
