import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, signInAgain } from '#test/auth.ts'
import { withSecondStep } from '#test/second-step.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

const enrol = (bearer: string, body = {}) =>
	callAuth(world, '/factors', { bearer, body: { factor_type: 'totp', friendly_name: 'Phone', ...body } })

test('a user has at most ten factors, no two with the same name, and can replace abandoned ones', async () => {
	const { accessToken } = await confirmedUser(world)
	expect((await enrol(accessToken)).status).toBe(200)
	expect(await enrol(accessToken)).toMatchObject({
		status: 422,
		body: {
			error_code: 'mfa_factor_name_conflict',
			msg: 'A factor with the friendly name "Phone" for this user already exists',
		},
	})
	for (let made = 1; made < 10; made++)
		expect((await enrol(accessToken, { friendly_name: `App ${made}` })).status).toBe(200)
	expect(await enrol(accessToken, { friendly_name: 'One more' })).toMatchObject({
		status: 422,
		body: { error_code: 'too_many_enrolled_mfa_factors' },
	})
	world.clock.advance(301)
	expect((await enrol(accessToken)).status).toBe(200)
})

test('a verified app keeps working while another is set up', async () => {
	const person = await withSecondStep(world)
	world.clock.advance(400)
	expect((await enrol(person.accessToken, { friendly_name: 'Tablet' })).status).toBe(200)
	const { body } = await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })
	expect(body?.factors).toMatchObject([
		{ id: person.factorId, status: 'verified' },
		{ friendly_name: 'Tablet', status: 'unverified' },
	])
})

test('setting up a second factor requires a recent sign-in', async () => {
	const person = await confirmedUser(world)
	world.clock.advance(601)
	expect(await enrol(person.accessToken)).toMatchObject({
		status: 400,
		body: { error_code: 'reauthentication_needed' },
	})
	expect((await enrol((await signInAgain(world, person)).accessToken)).status).toBe(200)
})

test('the database contains no authenticator secret in plain text', async () => {
	const { secret } = await withSecondStep(world)
	const rows = await world.database.query(
		sql`select row_to_json(f)::text as row, encode(secret_sealed, 'base64') as sealed from auth.mfa_factors f`,
	)
	const bytes = Buffer.from(new TOTP({ secret }).secret.bytes)
	const everything = rows.map(
		({ row, sealed }) => `${row}${Buffer.from(String(sealed), 'base64').toString('hex')}`,
	)
	expect(everything.join()).not.toContain(secret)
	expect(everything.join()).not.toContain(bytes.toString('hex'))
})

test('nobody can set up a kind of second factor that the shop does not offer', async () => {
	const without = await createWorld({ auth: { totpOffered: false } })
	try {
		const { accessToken } = await confirmedUser(without)
		const asked = await callAuth(without, '/factors', { bearer: accessToken, body: { factor_type: 'totp' } })
		expect(asked).toMatchObject({
			status: 422,
			body: { error_code: 'mfa_totp_enroll_not_enabled', msg: 'MFA enroll is disabled for TOTP' },
		})
	} finally {
		await without.close()
	}
})
