import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, callAdminAuth, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { ban, callAuth, confirmedUser, tokensIn } from '#test/auth.ts'
import { holdBody } from '#test/held-body.ts'
import { pauseEvents, sell } from '#test/money-ledger.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', sandbox: true, goods: true })
await pauseEvents(world)
const owner = await signedInMember(world, 'owner')

async function act(name: string, body: object, member = owner) {
	return await actAdmin(world, name, body, { bearer: await member.takeStep() })
}

const idSchema = z.object({ id: z.uuid() })

async function soldPurchase(): Promise<string> {
	const { userId } = await sell(world)
	const [purchase] = await world.database.query(
		sql`select id from public.purchases where user_id = ${userId}`,
		idSchema,
	)
	return purchase?.id ?? 'none'
}

test('an owner can call the Auth API’s admin endpoints with a session of the admin, but not with one of the shop', async () => {
	const person = await withSecondStep(world)
	await world.database.query(
		sql`insert into auth.staff (user_id, role, added_by) values (${person.id}, 'owner', 'a test')`,
	)
	const list = async (bearer: string) =>
		await callAuth(world, '/admin/users?per_page=1', { method: 'GET', bearer })
	expect(await list(person.accessToken)).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
	const reset = await callAuth(world, `/admin/users/${owner.id}`, {
		method: 'PUT',
		bearer: person.accessToken,
		body: { password: 'taken-over-42' },
	})
	expect(reset.status).toBe(403)
	expect((await list(await owner.takeStep())).status).toBe(200)
	world.clock.advance(11 * 60)
	const refreshed = await callAdminAuth(world, '/token?grant_type=refresh_token', {
		body: { refresh_token: owner.refreshToken },
	})
	Object.assign(owner, tokensIn(refreshed.body))
	expect((await list(owner.accessToken)).body).toMatchObject({ error_code: 'insufficient_aal' })
	expect((await list(await owner.takeStep())).status).toBe(200)
})

async function invite(email: string, member: TestMember): Promise<string> {
	expect((await act('invite-member', { email, role: 'owner' }, member)).status).toBe(200)
	await world.runJobs()
	const mail = world.mails.findLast(({ to }) => to === email)
	return /\/invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'no link'
}

test('a member who is removed or demoted before the rest of their request arrives does nothing', async () => {
	for (const end of [sql`delete from auth.staff`, sql`update auth.staff set role = 'accountant'`]) {
		const other = await signedInMember(world, 'owner')
		const held = holdBody({ email: 'accomplice@student.test', role: 'owner' })
		const answered = world.adminRequest('/api/invite-member', {
			method: 'POST',
			headers: { authorization: `Bearer ${await other.takeStep()}` },
			...held.init,
		})
		await Promise.race([held.asked, answered])
		await world.database.query(sql`${end} where user_id = ${other.id}`)
		held.release()
		expect((await answered).status).toBe(403)
		expect(
			await world.database.query(sql`select from auth.staff_links where email = 'accomplice@student.test'`),
		).toEqual([])
	}
})

test('removing, demoting, banning or deleting an owner cancels the invitations that they sent', async () => {
	const acts: Record<string, Record<string, unknown>> = {
		'remove-member': {},
		'change-role': { role: 'helper' },
	}
	const ends: ((id: string) => Promise<unknown>)[] = [
		...Object.entries(acts).map(([name, more]) => async (id: string) => {
			const preview = await act(name, { id, ...more, preview: true })
			expect(preview.body.will).toContain('Invitations from them that nobody has accepted yet stop working.')
			expect((await act(name, { id, ...more })).status).toBe(200)
		}),
		async (id) => await ban(world, { id }),
		async (id) => await world.database.query(sql`delete from auth.users where id = ${id}`),
	]
	for (const [n, end] of ends.entries()) {
		const dishonest = await signedInMember(world, 'owner')
		const token = await invite(`friend-${n}@student.test`, dishonest)
		const read = async () => (await callAdminAuth(world, '/staff/invitation', { body: { token } })).status
		expect(await read()).toBe(200)
		await end(dishonest.id)
		expect(await read()).toBe(403)
		const accepted = await callAdminAuth(world, '/staff/accept', {
			body: { token, password: 'quiet-harbour-42' },
		})
		expect([accepted.status, accepted.body.error_code]).toEqual([403, 'otp_expired'])
	}
	const listed = await readAdmin(world, 'members', { bearer: await owner.takeStep() })
	expect(listed.body.invitations).toEqual([])
})

test('helpers cannot exceed their limits by splitting a refund or giving guides at the same moment', async () => {
	const [helper, other] = [await signedInMember(world, 'helper'), await signedInMember(world, 'helper')]
	const purchase = await soldPurchase()
	await world.database.query(sql`
		insert into shop.owner_acts (command, decided_by, staff_id, purchase_id, details, at)
		values ('refund', ${other.email}, ${other.id}, ${purchase}, '{"amount_pence": 2500}', ${world.clock.now()})`)
	const part = { purchase, amount_pence: 300, reason: 'kind' }
	const parts = await Promise.all([act('refund', part, helper), act('refund', part, other)])
	expect(parts.map(({ status }) => status).sort()).toEqual([200, 409])
	// The other refund may have reached the provider already when this one asks what is left.
	expect(parts.find(({ status }) => status === 409)?.body.message).toMatch(
		/at most £30\.00 of one purchase, and £28\.00 of this one has already been refunded|Something has just been refunded/,
	)
	const gifts = await Promise.all(
		[1, 2, 3].map(async () => {
			const { id: customer } = await confirmedUser(world)
			return ['1', '2'].map((product) => ({ customer, product, reason: 'won the raffle' }))
		}),
	)
	const given = await Promise.all(
		gifts.flat().map(async (gift) => ({ gift, ...(await act('give-guide', gift, helper)) })),
	)
	expect(given.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409])
	const refused = given.find(({ status }) => status === 409)
	expect(refused?.body.message).toContain('5 guides a day')
	expect((await act('give-guide', refused?.gift ?? {})).status).toBe(200)
})

test('a helper’s daily limit also holds for refunds requested at the same moment', async () => {
	const helper = await signedInMember(world, 'helper')
	const purchases = [await soldPurchase(), await soldPurchase(), await soldPurchase()]
	await world.database.query(sql`
		insert into shop.owner_acts (command, decided_by, staff_id, purchase_id, details, at)
		values ('refund', ${helper.email}, ${helper.id}, ${await soldPurchase()}, '{"amount_pence": 14000}', ${world.clock.now()})`)
	const answers = await Promise.all(
		purchases.map((purchase) => act('refund', { purchase, amount_pence: 600, reason: 'kind' }, helper)),
	)
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
	const refused = answers.find(({ status }) => status === 409)
	expect(refused?.body.message).toContain('£150.00 a day')
})

test('a helper cannot give, refund or deliver anything to their own account, but an owner can', async () => {
	const helper = await signedInMember(world, 'helper')
	const gift = { customer: helper.id, product: '1', reason: 'I would like it' }
	const own = await soldPurchase()
	await world.database.query(sql`update public.purchases set user_id = ${helper.id} where id = ${own}`)
	const unknown = await soldPurchase()
	for (const [name, body] of [
		['give-guide', gift],
		['refund', { purchase: own, reason: 'read it' }],
		['release-purchase', { purchase: own, reason: 'mine' }],
		...[helper.email, helper.email.toUpperCase(), ` ${helper.email} `].map(
			(email) => ['attach-purchase', { purchase: unknown, email, reason: 'mine' }] as const,
		),
	] as const)
		expect((await act(name, body, helper)).body.message, name).toBe('This is your own account. Ask an owner.')
	expect((await act('refund', { purchase: own, reason: 'a page was missing' })).status).toBe(200)
})

test('the log names the member who turned off a customer’s two-step verification', async () => {
	const lost = await withSecondStep(world)
	expect((await act('drop-second-step', { customer: lost.id, reason: 'lost' })).status).toBe(200)
	const found = await world.database.query(
		sql`select staff_id as id from shop.owner_acts where command = 'drop-second-step' and user_id = ${lost.id}`,
		z.object({ id: z.uuid().nullable() }),
	)
	expect(found).toEqual([{ id: owner.id }])
})
