import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actAdmin, callAdminAuth, newMember, readAdmin, signedInMember } from '#test/admin-api.ts'
import { callAuth, signInAgain, tokensIn } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'
import { makeSignInLink } from './staff-links.ts'

describe('the sign-in link that a local run prints when it starts', () => {
	let local: World
	beforeAll(async () => {
		local = await createWorld({ admin: 'local' })
	})
	afterAll(async () => await local.close())
	const open = async (token: string) => await callAdminAuth(local, '/staff/sign-in', { body: { token } })

	test('signs the owner in once, and makes their account the first time', async () => {
		const token = await makeSignInLink(local)
		const opened = await open(token)
		const { accessToken, id } = tokensIn(opened.body)
		const me = await readAdmin(local, 'who-am-i', { bearer: accessToken })
		expect(me.body).toMatchObject({ id, role: 'owner', is_public: false })
		expect((await open(token)).body.error_code).toBe('otp_expired')
		// A later start prints a new link for the same owner, and voids the previous one.
		const [second, third] = [await makeSignInLink(local), await makeSignInLink(local)]
		expect((await open(second)).status).toBe(403)
		expect(tokensIn((await open(third)).body).id).toBe(id)
		const late = await makeSignInLink(local)
		local.clock.advance(16 * 60)
		expect((await open(late)).status).toBe(403)
	})

	test('does not replace the second step of an owner who has a second factor', async () => {
		const own = await createWorld({ admin: 'local' })
		try {
			const known = await signedInMember(own, 'owner')
			const token = await makeSignInLink(own)
			const opened = await callAdminAuth(own, '/staff/sign-in', { body: { token } })
			const { accessToken, id } = tokensIn(opened.body)
			expect(id).toBe(known.id)
			const refused = await readAdmin(own, 'who-am-i', { bearer: accessToken })
			expect(refused.body).toMatchObject({ code: 'insufficient_aal', details: { step: 'take' } })
		} finally {
			await own.close()
		}
	})

	test('works only in the admin, and never on a public site', async () => {
		const site = await createWorld({ admin: 'public' })
		onTestFinished(() => site.close())
		const token = await makeSignInLink(site)
		expect((await callAdminAuth(site, '/staff/sign-in', { body: { token } })).status).toBe(404)
		const localToken = await makeSignInLink(local)
		expect((await callAuth(local, '/staff/sign-in', { body: { token: localToken } })).status).toBe(404)
		expect((await open(localToken)).status).toBe(200)
	})
})

test('on a local run a member needs no second step until they set up a second factor', async () => {
	const local = await createWorld({ admin: 'local' })
	try {
		const { email, password } = await newMember(local, 'owner')
		const opened = await callAdminAuth(local, '/token?grant_type=password', { body: { email, password } })
		const { accessToken } = tokensIn(opened.body)
		const body = { email: 'ada@student.test', role: 'helper' }
		expect((await actAdmin(local, 'invite-member', body, { bearer: accessToken })).status).toBe(200)
		const shopOnly = await signInAgain(local, { email, password })
		expect((await readAdmin(local, 'members', { bearer: shopOnly.accessToken })).status).toBe(401)
	} finally {
		await local.close()
	}
})
