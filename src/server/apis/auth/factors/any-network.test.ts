import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { anyNetworkHeader } from '#shared/any-network.ts'
import { confirmedUser } from '#test/auth.ts'
import { fictionNumber, newestCode } from '#test/phone.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

// A mobile network may send every request from another address.
const world = await useWorld({ phone: {}, trustedProxies: ['127.0.0.1'] })

const [home, bus] = ['198.51.100.7', '198.51.100.8']
const ownPages = { [anyNetworkHeader]: '1' }

async function post(
	path: string,
	{
		body,
		from,
		bearer,
		headers = {},
	}: { body: unknown; from: string; bearer: string; headers?: HeadersInit },
) {
	const response = await fetch(`${world.url}/auth/v1${path}`, {
		method: 'POST',
		headers: {
			apikey: world.keys.publishableKey,
			authorization: `Bearer ${bearer}`,
			'x-forwarded-for': from,
			...headers,
		},
		body: JSON.stringify(body),
	})
	const answer: Record<string, unknown> = JSON.parse(await response.text())
	return { status: response.status, body: answer }
}

test('a code from an app is accepted from another address for our own pages, and only for them', async () => {
	const { factorId, secret, accessToken: bearer } = await withSecondStep(world)
	world.clock.advance(30)
	const asked = await post(`/factors/${factorId}/challenge`, { body: {}, from: home, bearer })
	const body = { challenge_id: asked.body.id, code: appCode(world, secret) }
	expect(await post(`/factors/${factorId}/verify`, { body, from: bus, bearer })).toMatchObject({
		status: 422,
		body: { error_code: 'mfa_ip_address_mismatch' },
	})
	const own = await post(`/factors/${factorId}/verify`, { body, from: bus, bearer, headers: ownPages })
	expect(own.status).toBe(200)
	// The challenge is used up for them too.
	const again = await post(`/factors/${factorId}/verify`, { body, from: bus, bearer, headers: ownPages })
	expect(again).toMatchObject({ status: 422, body: { error_code: 'mfa_ip_address_mismatch' } })
})

test('a new app and a new phone are set up, and asked for, from changing addresses', async () => {
	const { accessToken: bearer } = await confirmedUser(world)
	const made = await post('/factors', {
		body: { factor_type: 'totp', friendly_name: 'App' },
		from: home,
		bearer,
		headers: ownPages,
	})
	const { id, totp } = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) }).parse(made.body)
	const asked = await post(`/factors/${id}/challenge`, { body: {}, from: bus, bearer, headers: ownPages })
	const raised = await post(`/factors/${id}/verify`, {
		body: { challenge_id: asked.body.id, code: appCode(world, totp.secret) },
		from: home,
		bearer,
		headers: ownPages,
	})
	expect(raised.status).toBe(200)

	const session = z.string().parse(raised.body.access_token)
	const phone = fictionNumber(1)
	const added = await post('/factors', {
		body: { factor_type: 'phone', phone, friendly_name: 'Phone' },
		from: bus,
		bearer: session,
	})
	const phoneId = z.string().parse(added.body.id)
	for (const [from, to] of [
		[home, bus],
		[bus, home],
	] as const) {
		world.clock.advance(61)
		const texted = await post(`/factors/${phoneId}/challenge`, { body: {}, from, bearer: session })
		const body = { challenge_id: texted.body.id, code: await newestCode(world, phone) }
		const other = await post(`/factors/${phoneId}/verify`, { body, from: to, bearer: session })
		expect(other.body).toMatchObject({ error_code: 'mfa_ip_address_mismatch' })
		const own = await post(`/factors/${phoneId}/verify`, {
			body,
			from: to,
			bearer: session,
			headers: ownPages,
		})
		expect(own.status).toBe(200)
	}
})

test('a challenge of another user’s factor stays closed to our own pages', async () => {
	const [one, two] = [await withSecondStep(world), await withSecondStep(world)]
	world.clock.advance(30)
	const asked = await post(`/factors/${one.factorId}/challenge`, {
		body: {},
		from: home,
		bearer: one.accessToken,
	})
	const { status } = await post(`/factors/${two.factorId}/verify`, {
		body: { challenge_id: asked.body.id, code: appCode(world, two.secret) },
		from: bus,
		bearer: two.accessToken,
		headers: ownPages,
	})
	expect(status).toBe(422)
	const [kept] = await world.database.query(
		sql`select verified_at from auth.mfa_challenges where id = ${String(asked.body.id)}`,
	)
	expect(kept).toEqual({ verified_at: null })
})
