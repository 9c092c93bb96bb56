import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#server/features/operations.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Role, roleSchema } from '#shared/admin/members.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { ban, callAuth, confirmedUser } from '#test/auth.ts'
import { forgetRefusals, recordedRefusals } from '#test/recorded-refusals.ts'
import { useWorld } from '#test/world.ts'
import { methodOf, servedOperations } from './describe.ts'

const world = await useWorld({ admin: 'public' })
let members: Record<Role, TestMember>
beforeAll(async () => {
	members = {
		owner: await signedInMember(world, 'owner'),
		helper: await signedInMember(world, 'helper'),
		editor: await signedInMember(world, 'editor'),
		accountant: await signedInMember(world, 'accountant'),
	}
})
beforeEach(async () => await forgetRefusals(world))

const recorded = () => recordedRefusals(world)

async function call(name: string, bearer: string) {
	const operation = Object.entries(operations).find(([known]) => known === name)?.[1]
	return methodOf(operation?.kind ?? 'read') === 'GET'
		? await readAdmin(world, name, { bearer })
		: await actAdmin(world, name, {}, { bearer })
}

describe.each(roleSchema.options)('an operation that is not for the role %s', (role) => {
	const refused = servedOperations(operations).filter(([, { roles }]) => !roles.includes(role))
	test(`is recorded with account and network (${refused.length} operations)`, async () => {
		const bearer = await members[role].takeStep()
		for (const [name] of refused) expect((await call(name, bearer)).status, name).toBe(403)
		const rows = await recorded()
		expect(rows.map(({ what }) => what)).toEqual(refused.map(([name]) => name).sort())
		for (const row of rows)
			expect(row).toMatchObject({
				place: 'act',
				user_id: members[role].id,
				network: expect.any(String),
				code: 'access_denied',
				count: 1,
			})
	})
})

test('each operation that needs a recent second step is recorded if that is too long ago', async () => {
	const bearer = await members.owner.takeStep()
	await world.database.query(sql`
		update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes', created_at = created_at - interval '11 minutes'`)
	const sensitive = servedOperations(operations).filter(
		([, operation]) => operation.sensitive && operation.roles.includes('owner'),
	)
	expect(sensitive.length).toBeGreaterThan(0)
	for (const [name] of sensitive) expect((await call(name, bearer)).status, name).toBe(403)
	expect(await recorded()).toMatchObject(
		sensitive
			.map(([what]) => ({
				user_id: members.owner.id,
				network: expect.any(String),
				what,
				code: 'insufficient_aal',
				count: 1,
			}))
			.sort((one, other) => (one.what < other.what ? -1 : 1)),
	)
})

test('what a helper may not decide about members is recorded: a ban, a gift to themselves', async () => {
	const helper = await signedInMember(world, 'helper')
	const bearer = await helper.takeStep()
	const decide = (name: string, body: object) => actAdmin(world, name, body, { bearer })
	const ban = { customer: members.owner.id, days: 7, reason: 'a test' }
	const gift = { customer: helper.id, product: '1', reason: 'a test' }
	for (const [name, body] of [
		['ban-customer', ban],
		['give-guide', gift],
	] as const)
		expect((await decide(name, body)).body, name).toMatchObject({ code: 'decision_refused' })
	expect(await recorded()).toMatchObject([
		{ user_id: helper.id, what: 'ban-customer', code: 'access_denied', count: 1 },
		{ user_id: helper.id, what: 'give-guide', code: 'access_denied', count: 1 },
	])
})

test('the session of a banned member is recorded, and answered like any ended session', async () => {
	const helper = await signedInMember(world, 'helper')
	await ban(world, helper)
	const answer = await readAdmin(world, 'who-am-i', { bearer: helper.accessToken })
	expect(answer).toMatchObject({ status: 401, body: { code: 'session_not_found' } })
	expect(await recorded()).toMatchObject([{ user_id: helper.id, what: 'who-am-i', code: 'user_banned' }])
})

test('a call of the Auth API’s part for owners by anybody else is recorded', async () => {
	const buyer = await confirmedUser(world)
	for (const [method, path] of [
		['GET', '/admin/users'],
		['POST', '/invite'],
		['DELETE', `/admin/users/${members.owner.id}`],
	] as const)
		expect((await callAuth(world, path, { method, bearer: buyer.accessToken })).status, path).toBe(403)
	expect(await recorded()).toMatchObject([{ user_id: buyer.id, code: 'not_admin', count: 3 }])
})

test('daily work is not recorded: allowed calls, wrong input, and asking which step is missing', async () => {
	const bearer = await members.owner.takeStep()
	expect((await readAdmin(world, 'log', { bearer })).status).toBe(200)
	expect((await readAdmin(world, 'log?after=nonsense', { bearer })).status).toBe(400)
	expect((await readAdmin(world, 'who-am-i')).status).toBe(401)
	expect(await recorded()).toEqual([])
})

test('owners read what was refused, page by page; nobody else does', async () => {
	await world.database.query(sql`
		insert into auth.refusals (hour, user_id, network, place, what, code, count, first_at, last_at)
		select now(), null, '192.0.2.' || n, 'shop', 'password', 'invalid_credentials', n, now(), now() - n * interval '1 minute'
		from generate_series(1, 60) n`)
	const bearer = await members.owner.takeStep()
	const pageSchema = z.object({ rows: z.array(z.object({ count: z.int() })), next: z.string().nullable() })
	const first = pageSchema.parse((await readAdmin(world, 'refusals', { bearer })).body)
	const path = `refusals?after=${encodeURIComponent(first.next ?? '')}`
	const second = pageSchema.parse((await readAdmin(world, path, { bearer })).body)
	expect([...first.rows, ...second.rows].map(({ count }) => count)).toEqual(
		Array.from({ length: 60 }, (_, index) => index + 1),
	)
	expect(second.next).toBeNull()
	for (const role of ['helper', 'accountant'] as const)
		expect((await readAdmin(world, 'refusals', { bearer: await members[role].takeStep() })).status).toBe(403)
})
