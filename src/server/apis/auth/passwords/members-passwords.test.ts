import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, callAdminAuth, newMember, signedInMember } from '#test/admin-api.ts'
import {
	callAuth,
	callAuthAsServiceRole,
	confirmedUser,
	newestToken,
	signIn,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })

/** Eleven and twelve characters. */
const [short, long] = ['harbour-4-x', 'harbour-42-x']

/** Every way to set the password of an existing account. */
const doors: Readonly<Record<string, (person: TestUser, password: string) => Promise<number>>> = {
	'in the account': async ({ accessToken: bearer }, password) =>
		(await callAuth(world, '/user', { method: 'PUT', body: { password }, bearer })).status,
	'after recovery by email': async ({ email }, password) => {
		world.clock.advance(61)
		await callAuth(world, '/recover', { body: { email } })
		const link = await newestToken(world, email)
		const opened = await callAuth(world, '/verify', { body: { type: 'recovery', token_hash: link } })
		const { accessToken: bearer } = tokensIn(opened.body)
		return (await callAuth(world, '/user', { method: 'PUT', body: { password }, bearer })).status
	},
	'by the service role': async ({ id }, password) =>
		(await callAuthAsServiceRole(world, `/admin/users/${id}`, { method: 'PUT', body: { password } })).status,
}

describe('a password set', () => {
	test.each(Object.entries(doors))(
		'%s needs 12 characters for a member, and fewer for a buyer',
		async (_name, set) => {
			const [member, buyer] = [await newMember(world, 'helper'), await confirmedUser(world)]
			expect(await set(member, short)).toBe(422)
			expect(await set(member, long)).toBe(200)
			expect(await set(buyer, short)).toBe(200)
		},
	)
})

test('an account made by an invitation needs one of 12 characters', async () => {
	const owner = await signedInMember(world, 'owner')
	const email = 'grace@student.test'
	const bearer = await owner.takeStep()
	expect((await actAdmin(world, 'invite-member', { email, role: 'helper' }, { bearer })).status).toBe(200)
	await world.runJobs()
	const mail = world.mails.findLast(({ to }) => to === email)
	const token = /\/invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1]
	const accept = async (password: string) =>
		(await callAdminAuth(world, '/staff/accept', { body: { token, password } })).status
	expect(await accept(short)).toBe(422)
	expect(await accept(long)).toBe(200)
})

test('a buyer with a shorter password who becomes a member signs in to the shop, and to the admin once it is longer', async () => {
	const person = await confirmedUser(world, short)
	await world.database.query(
		sql`insert into auth.staff (user_id, role, added_by) values (${person.id}, 'owner', 'a test')`,
	)
	const enter = (password: string) =>
		callAdminAuth(world, '/token?grant_type=password', { body: { email: person.email, password } })
	expect((await enter(short)).body).toMatchObject({ error_code: 'weak_password' })
	const { accessToken: bearer } = tokensIn((await signIn(world, person.email, short)).body)
	expect((await callAuth(world, '/user', { method: 'PUT', body: { password: long }, bearer })).status).toBe(
		200,
	)
	expect((await enter(long)).status).toBe(200)
})
