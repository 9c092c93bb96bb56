import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#server/features/operations.ts'
import { sql } from '#server/platform/db/sql.ts'
import { adminApi } from '#shared/admin/api.ts'
import { type Role, roleSchema } from '#shared/admin/members.ts'
import {
	actAdmin,
	callAdminAuth,
	newMember,
	readAdmin,
	signedInMember,
	type TestMember,
} from '#test/admin-api.ts'
import { ban, callAuth, confirmedUser, getUser, signIn, type TestUser, tokensIn } from '#test/auth.ts'
import { withSecondStep } from '#test/second-step.ts'
import { createWorld, useWorld } from '#test/world.ts'
import { methodOf, servedOperations } from './describe.ts'

const world = await useWorld({ admin: 'public' })
let members: Record<Role, TestMember>
/** Signed in at the shop, not at the admin. */
let buyer: TestUser
beforeAll(async () => {
	members = {
		owner: await signedInMember(world, 'owner'),
		helper: await signedInMember(world, 'helper'),
		editor: await signedInMember(world, 'editor'),
		accountant: await signedInMember(world, 'accountant'),
	}
	buyer = await withSecondStep(world)
})

test('every declared operation exists with the declared input and kind', () => {
	expect(Object.keys(operations).sort()).toEqual(Object.keys(adminApi).sort())
	for (const [name, declared] of Object.entries(adminApi)) {
		const operation = Object.entries(operations).find(([known]) => known === name)?.[1]
		expect(operation?.input, name).toBe(declared.input)
		expect(operation?.kind, name).toBe(declared.kind)
		expect(operation?.roles.length, name).toBeGreaterThan(0)
	}
})

test.each(Object.entries(operations).filter(([, { commandLineOnly }]) => commandLineOnly))(
	'%s is offered on the command line alone, and not over HTTP to anybody',
	async (name) => {
		for (const bearer of [await members.owner.takeStep(), world.keys.secretKey]) {
			expect((await actAdmin(world, name, { preview: true }, { bearer })).status).toBe(404)
			expect((await readAdmin(world, name, { bearer })).status).toBe(404)
		}
	},
)

describe.each(servedOperations(operations))('%s', (name, { kind, roles }) => {
	/** Calls the operation without input, or as a preview. The caller's role is checked before the input. */
	const call = async (bearer: string | undefined) =>
		methodOf(kind) === 'GET'
			? await readAdmin(world, name, { bearer })
			: await actAdmin(world, name, { preview: true }, { bearer })

	test.each(roleSchema.options)(
		'called as %s: allowed only if the operation lists the role',
		async (role) => {
			const { status, body } = await call(await members[role].takeStep())
			if (roles.includes(role)) expect([200, 400, 409], JSON.stringify(body)).toContain(status)
			else expect([status, body.code]).toEqual([403, 'access_denied'])
		},
	)

	test('called by anybody else: allowed only for the service role', async () => {
		expect((await call(undefined)).status).toBe(401)
		expect((await call(world.keys.publishableKey)).status).toBe(401)
		expect((await call(buyer.accessToken)).status).toBe(401)
		expect([200, 400, 409]).toContain((await call(world.keys.secretKey)).status)
	})
})

test('a helper sees each sale, but not what the shop has earned or how often anything was sold', async () => {
	const bearer = await members.helper.takeStep()
	const readAs = async (name: string, token = bearer) => await readAdmin(world, name, { bearer: token })
	for (const name of ['sales-figures', 'funnel', 'books', 'export-sales', 'export-books'])
		expect((await readAs(name)).body.code, name).toBe('access_denied')
	expect((await readAs('sales?from=2026-01-01&to=2026-12-31')).status).toBe(200)
	const sold = z.object({ rows: z.array(z.object({ sold: z.int().nullable() })) })
	const soldOf = async (token: string) =>
		sold.parse((await readAs('products', token)).body).rows.map((row) => row.sold)
	expect(new Set(await soldOf(bearer))).toEqual(new Set([null]))
	expect(await soldOf(await members.accountant.takeStep())).not.toContain(null)
})

test('a buyer whom the admin refused stays signed in to the shop', async () => {
	expect((await getUser(world, buyer.accessToken)).status).toBe(200)
})

describe('a session', () => {
	test('of the shop cannot be used in the admin, even after it is refreshed there', async () => {
		const owner = await signedInMember(world, 'owner')
		expect((await readAdmin(world, 'who-am-i', { bearer: owner.accessToken })).body).toMatchObject({
			id: owner.id,
			name: owner.email,
			role: 'owner',
			is_public: true,
		})
		const shopSession = tokensIn((await signIn(world, owner.email, owner.password)).body)
		const refreshed = await callAdminAuth(world, '/token?grant_type=refresh_token', {
			body: { refresh_token: shopSession.refreshToken },
		})
		const { accessToken } = tokensIn(refreshed.body)
		expect((await readAdmin(world, 'who-am-i', { bearer: accessToken })).body.code).toBe('session_not_found')
	})

	test('is not opened in the admin for a buyer, who gets the same answer as an unknown address', async () => {
		const person = await confirmedUser(world)
		const enter = async (email: string, password: string) =>
			(await callAdminAuth(world, '/token?grant_type=password', { body: { email, password } })).body
		const refusal = await enter('nobody@student.test', person.password)
		expect(refusal).toMatchObject({ error_code: 'invalid_credentials' })
		expect(await enter(person.email, person.password)).toEqual(refusal)
		expect(await enter(person.email, 'wrong-harbour-42')).toEqual(refusal)
		await world.database.query(
			sql`insert into auth.staff (user_id, role, added_by) values (${person.id}, 'helper', 'a test')`,
		)
		expect(await enter(person.email, person.password)).toHaveProperty('access_token')
	})

	test('gives access to nothing if an invited buyer opens it in the admin', async () => {
		const { email, password } = await confirmedUser(world)
		const invitation = { email, role: 'owner' }
		const bearer = await members.owner.takeStep()
		expect((await actAdmin(world, 'invite-member', invitation, { bearer })).status).toBe(200)
		const opened = await callAdminAuth(world, '/token?grant_type=password', { body: { email, password } })
		const { accessToken } = tokensIn(opened.body)
		const { status, body } = await readAdmin(world, 'who-am-i', { bearer: accessToken })
		expect([status, body.code]).toEqual([403, 'not_admin'])
	})

	test('of a member gives no access before the second step, or before a second factor is set up', async () => {
		const { email, password } = await newMember(world, 'owner')
		const opened = await callAdminAuth(world, '/token?grant_type=password', { body: { email, password } })
		const first = await readAdmin(world, 'who-am-i', { bearer: tokensIn(opened.body).accessToken })
		expect(first).toMatchObject({
			status: 403,
			body: { code: 'insufficient_aal', details: { step: 'set-up' } },
		})
		const known = members.helper
		const again = await callAdminAuth(world, '/token?grant_type=password', {
			body: { email: known.email, password: known.password },
		})
		const second = await readAdmin(world, 'who-am-i', { bearer: tokensIn(again.body).accessToken })
		expect(second).toMatchObject({
			status: 403,
			body: { code: 'insufficient_aal', details: { step: 'take' } },
		})
	})

	test('of a member with only a phone as second factor gives no access until another factor is set up', async () => {
		const member = await newMember(world, 'owner')
		const { email, password } = member
		const opened = await callAdminAuth(world, '/token?grant_type=password', { body: { email, password } })
		const { accessToken } = tokensIn(opened.body)
		await world.database.query(sql`
			insert into auth.mfa_factors (user_id, friendly_name, factor_type, phone, status)
			values (${member.id}, 'Phone', 'phone', '447700900123', 'verified')`)
		await world.database.query(sql`update auth.sessions set aal = 'aal2' where user_id = ${member.id}`)
		expect(await readAdmin(world, 'who-am-i', { bearer: accessToken })).toMatchObject({
			status: 403,
			body: { code: 'insufficient_aal', details: { step: 'set-up' } },
		})
	})

	test('of a member who is removed or banned ends at once, and a changed role applies at once', async () => {
		const helper = await signedInMember(world, 'helper')
		const call = async () => await readAdmin(world, 'who-am-i', { bearer: helper.accessToken })
		await world.database.query(sql`update auth.staff set role = 'accountant' where user_id = ${helper.id}`)
		expect((await call()).body.role).toBe('accountant')
		await world.database.query(sql`delete from auth.staff where user_id = ${helper.id}`)
		expect((await call()).status).toBe(403)
		const other = await signedInMember(world, 'owner')
		await ban(world, other)
		expect((await readAdmin(world, 'who-am-i', { bearer: other.accessToken })).status).toBe(401)
	})

	test('ends after half an hour without use, not counting background requests, and always after 12 hours', async () => {
		const own = await createWorld({ admin: 'public' })
		try {
			const owner = await signedInMember(own, 'owner')
			let bearer = owner.accessToken
			const pass = async (minutes: number) => {
				own.clock.advance(60 * minutes)
				const refreshed = await callAdminAuth(own, '/token?grant_type=refresh_token', {
					body: { refresh_token: owner.refreshToken },
				})
				if (refreshed.status !== 200) return refreshed.status
				Object.assign(owner, tokensIn(refreshed.body))
				bearer = owner.accessToken
				return 200
			}
			const use = async (headers: Record<string, string> = {}) =>
				(await readAdmin(own, 'who-am-i', { bearer, headers })).status
			for (let time = 0; time < 3; time += 1) {
				await pass(25)
				expect(await use()).toBe(200)
			}
			await pass(25)
			expect(await use({ 'x-in-background': '1' })).toBe(200)
			await pass(25)
			expect(await use()).toBe(401)
			const again = await signedInMember(own, 'owner')
			Object.assign(owner, again)
			bearer = again.accessToken
			for (let time = 0; time < 28; time += 1) {
				await pass(25)
				expect(await use()).toBe(200)
			}
			expect(await pass(25)).not.toBe(200)
		} finally {
			await own.close()
		}
	})
})

test('only members can read the description of the API, which lists the operations and their roles', async () => {
	expect((await readAdmin(world, '')).status).toBe(401)
	const { body } = await readAdmin(world, '', { bearer: await members.accountant.takeStep() })
	expect(body.operations).toContainEqual(
		expect.objectContaining({
			name: 'who-am-i',
			method: 'GET',
			path: '/api/who-am-i',
			roles: ['owner', 'helper', 'editor', 'accountant'],
		}),
	)
	expect(JSON.stringify(body)).not.toContain('undefined')
})

describe('the port of the admin', () => {
	test('answers only requests for its own host, to prevent DNS rebinding', async () => {
		const bearer = await members.owner.takeStep()
		const call = (host: string) => readAdmin(world, 'who-am-i', { bearer, headers: { host } })
		expect((await call('localhost:3002')).status).toBe(200)
		for (const host of ['attacker.example', 'localhost:3000', '127.0.0.1:3002', ''])
			expect((await call(host)).status, host).toBe(421)
		expect((await world.adminRequest('/healthz', { headers: { host: '10.0.0.7' } })).status).toBe(200)
	})

	test('refuses requests and preflights from pages of other origins', async () => {
		const bearer = await members.owner.takeStep()
		const call = (headers: Record<string, string>) => readAdmin(world, 'who-am-i', { bearer, headers })
		expect((await call({ origin: 'http://localhost:3002', 'sec-fetch-site': 'same-origin' })).status).toBe(
			200,
		)
		const forged: Record<string, string>[] = [
			{ origin: world.url },
			{ origin: 'null' },
			{ 'sec-fetch-site': 'same-site' },
			{ 'sec-fetch-site': 'cross-site' },
		]
		for (const headers of forged) {
			const refused = await call(headers)
			expect(refused.status, JSON.stringify(headers)).toBe(403)
			expect(refused.headers.get('access-control-allow-origin')).toBeNull()
			const signIn = await callAdminAuth(world, '/token?grant_type=password', { body: {}, headers })
			expect(signIn.status, JSON.stringify(headers)).toBe(403)
		}
		const preflight = await world.adminRequest('/api/who-am-i', {
			method: 'OPTIONS',
			headers: { origin: 'https://attacker.example', 'access-control-request-method': 'POST' },
		})
		expect(preflight.status).toBe(403)
	})

	test('serves the parts of the Auth API that signing in needs, and nothing else of the shop', async () => {
		for (const path of ['/signup', '/recover', '/invite', '/admin/users', '/otp', '/account/delete'])
			expect((await callAdminAuth(world, path, { body: {} })).status, path).toBe(404)
		expect((await callAuth(world, '/recover', { body: { email: 'ada@student.test' } })).status).toBe(200)
		expect((await world.adminRequest('/rest/v1/products')).status).toBe(404)
	})

	test('is neither indexed nor cached', async () => {
		const { headers } = await readAdmin(world, 'who-am-i')
		expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
		expect(headers.get('cache-control')).toBe('no-store')
	})
})
