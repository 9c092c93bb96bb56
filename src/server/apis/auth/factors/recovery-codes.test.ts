import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, getUser, signInAgain } from '#test/auth.ts'
import { withSecondStep } from '#test/second-step.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

/** The official client with its experimental recovery codes enabled. */
function clientWithRecovery(): SupabaseClient {
	return createClient(world.url, world.keys.publishableKey, {
		auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
	})
}

test('the official client makes ten recovery codes; each works once, however it is typed', async () => {
	const person = await withSecondStep(world)
	const client = clientWithRecovery()
	await client.auth.setSession({ access_token: person.accessToken, refresh_token: person.refreshToken })
	const { recoveryCodes } = client.auth.mfa
	expect((await recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' })
	const made = await recoveryCodes.generate({ friendlyName: 'On paper' })
	expect(made.error).toBeNull()
	expect(made.data).toMatchObject({ type: 'recovery_code', friendly_name: 'On paper', total: 10 })
	const codes = made.data?.codes ?? []
	expect(new Set(codes).size).toBe(10)
	for (const code of codes) expect(code).toMatch(/^[2-9a-z]{16}$/)
	expect((await recoveryCodes.generate()).error).toMatchObject({
		status: 422,
		code: 'mfa_verified_factor_exists',
	})
	expect((await client.auth.mfa.listFactors()).data).toMatchObject({
		totp: [{ id: person.factorId }],
		recovery_code: [{ id: made.data?.id, friendly_name: 'On paper' }],
	})

	const lost = clientWithRecovery()
	await lost.auth.signInWithPassword(person)
	const bystander = await signInAgain(world, person)
	expect((await lost.auth.mfa.recoveryCodes.generate()).error).toMatchObject({ code: 'insufficient_aal' })
	expect((await lost.auth.mfa.recoveryCodes.regenerate()).error).toMatchObject({ code: 'insufficient_aal' })
	expect((await lost.auth.mfa.recoveryCodes.unenroll()).error).toMatchObject({ code: 'insufficient_aal' })
	const typed = ` ${codes[0]?.toUpperCase().replaceAll(/(.{4})/g, '$1-')}`
	expect((await lost.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull()
	expect((await lost.auth.getClaims()).data?.claims).toMatchObject({
		aal: 'aal2',
		amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/recovery_code' })]),
	})
	expect((await getUser(world, bystander.accessToken)).status).toBe(403)
	expect((await lost.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject({
		status: 422,
		code: 'mfa_verification_failed',
	})
	expect((await lost.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
	await world.runJobs()
	expect(world.mails.findLast(({ to }) => to === person.email)?.subject).toBe(
		'Headstart: a recovery code was used',
	)

	const again = await lost.auth.mfa.recoveryCodes.regenerate()
	expect(again.data).toMatchObject({ id: made.data?.id, friendly_name: 'On paper', total: 10 })
	expect((await lost.auth.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error).toMatchObject({
		code: 'mfa_verification_failed',
	})
	const fresh = await lost.auth.mfa.recoveryCodes.verify({ code: again.data?.codes[0] ?? '' })
	expect(fresh.error).toBeNull()
	// The user turns two-step verification off without the app. This deletes the codes too.
	expect((await lost.auth.mfa.unenroll({ factorId: person.factorId })).error).toBeNull()
	expect((await lost.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
		code: 'mfa_factor_not_found',
	})
	await lost.auth.refreshSession()
	const { claims } = (await lost.auth.getClaims()).data ?? {}
	expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
})

test('a recovery code does not work for another account, even one that has recovery codes of its own', async () => {
	const codesOf = async ({ accessToken }: { accessToken: string }) => {
		const { body } = await callAuth(world, '/factors/recovery-codes', { bearer: accessToken })
		return z.object({ codes: z.array(z.string()) }).parse(body).codes
	}
	const [person, other] = [await withSecondStep(world), await withSecondStep(world)]
	const [code = ''] = await codesOf(person)
	await codesOf(other)
	const verify = async ({ accessToken }: { accessToken: string }) =>
		await callAuth(world, '/factors/recovery-codes/verify', { bearer: accessToken, body: { code } })
	expect((await verify(await signInAgain(world, other))).body).toMatchObject({
		error_code: 'mfa_verification_failed',
	})
	expect((await verify(await signInAgain(world, person))).status).toBe(200)
})

test('recovery codes require another second factor, and work only for their own user', async () => {
	const [person, other] = [await withSecondStep(world), await withSecondStep(world)]
	const [client, others] = [clientWithRecovery(), clientWithRecovery()]
	await client.auth.setSession({ access_token: person.accessToken, refresh_token: person.refreshToken })
	const codes = (await client.auth.mfa.recoveryCodes.generate()).data?.codes ?? []
	await others.auth.signInWithPassword(other)
	expect((await others.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject({
		code: 'mfa_verification_failed',
	})
	const alone = clientWithRecovery()
	await alone.auth.signInWithPassword(await confirmedUser(world))
	expect((await alone.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
		status: 422,
		code: 'mfa_recovery_codes_sole_factor',
	})
	const [factor] = (await client.auth.mfa.listFactors()).data?.recovery_code ?? []
	expect((await client.auth.mfa.unenroll({ factorId: factor?.id ?? '' })).error).toMatchObject({
		code: 'mfa_factor_not_found',
	})
	expect(await client.auth.mfa.recoveryCodes.unenroll()).toEqual({ data: { id: factor?.id }, error: null })
	const kept = await world.database.query(sql`
		select encode(code_hash, 'escape') || coalesce(encode(code_hash, 'hex'), '') as text from auth.mfa_recovery_codes`)
	for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code)
})

test('too many wrong recovery codes lock only the session that sent them', async () => {
	const limited = await createWorld({
		rateLimitScale: 1,
		rateLimits: new Map([['recoveryGuess', { points: 3, seconds: 3600 }]]),
	})
	try {
		const person = await confirmedUser(limited)
		const call = (path: string, body = {}) => callAuth(limited, path, { bearer: person.accessToken, body })
		const guess = () => call('/factors/recovery-codes/verify', { code: 'x' })
		for (let round = 0; round < 3; round++) expect((await guess()).status).toBe(422)
		const refused = await guess()
		expect(refused).toMatchObject({ status: 429, body: { error_code: 'mfa_recovery_codes_locked' } })
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
		const { accessToken: bearer } = await signInAgain(limited, person)
		const other = await callAuth(limited, '/factors/recovery-codes/verify', { bearer, body: { code: 'x' } })
		expect(other.status).toBe(422)
	} finally {
		await limited.close()
	}
})
