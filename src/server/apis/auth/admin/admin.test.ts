import { afterAll, expect, test } from 'vitest'
import {
	callAuth,
	callAuthAsServiceRole,
	confirmedUser,
	createAdminApi,
	newestToken,
	ownBrowser,
	sendWaitingEmails,
	signIn,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { withSecondStep } from '#test/second-step.ts'

const { world, admin, call, newEmail } = await createAdminApi()
afterAll(() => world.close())

const password = 'quiet-harbour-42'

test('an invited user confirms with the emailed link, keeps the name and chooses a password', async () => {
	const email = newEmail()
	const redirectTo = `${world.url}/free`
	const invited = await admin.inviteUserByEmail(email, { data: { display_name: 'Invited' }, redirectTo })
	expect(invited.error).toBeNull()
	expect(invited.data.user).toMatchObject({ email, invited_at: expect.any(String) })
	const token_hash = await newestToken(world, email)
	expect(world.mails.at(-1)?.subject).toBe('You’re invited to Headstart')
	expect(world.mails.at(-1)?.text).toContain('redirect=%2Ffree')
	const client = anonymousClient(world)
	const verified = await client.auth.verifyOtp({ token_hash, type: 'invite' })
	expect(verified.data.user).toMatchObject({ user_metadata: { display_name: 'Invited' } })
	expect((await client.auth.updateUser({ password })).error).toBeNull()
	expect((await signIn(world, email, password)).status).toBe(200)
	expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists' })
})

test('accepting an invitation locks out a stranger who had signed up with the address', async () => {
	const email = newEmail()
	await callAuth(world, '/signup', { body: { email, password: 'strangers-own-99', ...ownBrowser.challenge } })
	const signUpLink = await newestToken(world, email)
	await admin.inviteUserByEmail(email)
	// An email was sent to the address a moment ago, so the invitation has to wait.
	await sendWaitingEmails(world)
	const token_hash = await newestToken(world, email)
	const asInvite = { type: 'invite', token_hash: signUpLink }
	expect((await callAuth(world, '/verify', { body: asInvite })).status).toBe(403)
	expect((await callAuth(world, '/verify', { body: { type: 'invite', token_hash } })).status).toBe(200)
	expect((await signIn(world, email, 'strangers-own-99')).status).toBe(400)
})

const linkOf = (data: { properties: { hashed_token: string } | null }) => data.properties?.hashed_token ?? ''

test('generates a link of every type, and each works like an emailed one', async () => {
	const client = () => anonymousClient(world).auth
	const email = newEmail()
	const options = { data: { status: 'alpha' }, redirectTo: `${world.url}/free` }
	const signup = await admin.generateLink({ type: 'signup', email, password, options })
	expect(signup.data.user?.user_metadata).toEqual({ status: 'alpha' })
	const { action_link, ...properties } = signup.data.properties ?? { action_link: '' }
	expect(properties).toMatchObject({ verification_type: 'signup', redirect_to: options.redirectTo })
	const followed = await world.request(action_link, { redirect: 'manual' })
	expect(followed.headers.get('location')).toContain('/free#access_token=')
	expect((await signIn(world, email, password)).status).toBe(200)

	const magic = await admin.generateLink({ type: 'magiclink', email })
	expect((await client().verifyOtp({ token_hash: linkOf(magic.data), type: 'magiclink' })).error).toBeNull()
	const byCode = await admin.generateLink({ type: 'magiclink', email })
	const token = byCode.data.properties?.email_otp ?? ''
	expect((await client().verifyOtp({ email, token, type: 'magiclink' })).error).toBeNull()
	const recovery = await admin.generateLink({ type: 'recovery', email })
	expect((await client().verifyOtp({ token_hash: linkOf(recovery.data), type: 'recovery' })).error).toBeNull()

	const unknown = await admin.generateLink({ type: 'magiclink', email: newEmail() })
	expect(unknown.data.properties?.verification_type).toBe('signup')
	const invited = await admin.generateLink({ type: 'invite', email: newEmail() })
	expect(invited.data.user?.invited_at).toBeTruthy()
	expect((await client().verifyOtp({ token_hash: linkOf(invited.data), type: 'invite' })).error).toBeNull()

	const changed = newEmail()
	const current = await admin.generateLink({ type: 'email_change_current', email, newEmail: changed })
	const fresh = await admin.generateLink({ type: 'email_change_new', email, newEmail: changed })
	expect(fresh.data.user?.new_email).toBe(changed)
	const half = await client().verifyOtp({ token_hash: linkOf(current.data), type: 'email_change' })
	expect(half.data.session).toBeNull()
	const whole = await client().verifyOtp({ token_hash: linkOf(fresh.data), type: 'email_change' })
	expect(whole.data.user?.email).toBe(changed)
	expect(
		world.mails.filter(({ to }) => to === email && !to.includes(changed)).map(({ subject }) => subject),
	).not.toContain('Confirm your email for Headstart')
})

test('every act is recorded with its actor and without secrets, and the records can be read', async () => {
	const email = newEmail()
	const { data } = await admin.createUser({ email, password, email_confirm: true })
	await admin.generateLink({ type: 'recovery', email })
	const answer = await call('/admin/audit?per_page=2&query=action:link_gen', 'GET')
	expect(answer.headers.get('x-total-count')).toMatch(/^\d+$/)
	expect(answer.body).toMatchObject([
		{
			payload: {
				action: 'link_generated',
				actor_username: 'service_role',
				traits: { user_id: data.user?.id, type: 'recovery' },
			},
			ip_address: '127.0.0.1',
		},
		{},
	])
	const all = JSON.stringify((await call('/admin/audit?per_page=1000', 'GET')).body)
	expect(all).not.toContain(password)
	expect(all).not.toContain('argon2')
	const by = await call(`/admin/audit?query=author:${encodeURIComponent(email)}`, 'GET')
	expect(by.body).toEqual([])
})

async function makeOwner({ id }: TestUser, role = 'owner'): Promise<void> {
	await runAsSuperuser(
		world,
		`insert into auth.staff (user_id, role, added_by) values ('${id}', '${role}', 'a test')`,
	)
}

test('an owner may use the Admin API after the second step, and the audit log names the owner', async () => {
	const ada = await withSecondStep(world)
	const asAda = (path: string, bearer = ada.accessToken) => callAuth(world, path, { method: 'GET', bearer })
	expect((await asAda('/admin/users')).body).toMatchObject({ error_code: 'not_admin' })
	await makeOwner(ada)
	expect((await asAda('/admin/users')).status).toBe(200)
	const target = await confirmedUser(world)
	await callAuth(world, `/admin/users/${target.id}`, {
		method: 'PUT',
		bearer: ada.accessToken,
		body: { ban_duration: '24h' },
	})
	expect((await asAda('/admin/audit?per_page=1')).body).toMatchObject([
		{ payload: { action: 'user_changed', actor_id: ada.id, actor_username: ada.email, log_type: 'team' } },
	])
	await callAuth(world, `/admin/users/${target.id}`, {
		method: 'PUT',
		bearer: ada.accessToken,
		body: { ban_duration: 'none' },
	})
	const before = await signIn(world, ada.email, ada.password)
	expect((await asAda('/admin/users', tokensIn(before.body).accessToken)).body).toMatchObject({
		error_code: 'insufficient_aal',
	})
	const plain = await confirmedUser(world)
	await makeOwner(plain)
	expect((await asAda('/admin/users', plain.accessToken)).body).toMatchObject({
		error_code: 'insufficient_aal',
	})
	const helper = await withSecondStep(world)
	await makeOwner(helper, 'helper')
	expect((await asAda('/admin/users', helper.accessToken)).body).toMatchObject({ error_code: 'not_admin' })
	await callAuth(world, '/logout', { bearer: ada.accessToken })
	expect((await asAda('/admin/users')).body).toMatchObject({ error_code: 'session_not_found' })
})

test.each([
	['/admin/users?page=-1', 'GET', undefined, 400, 'validation_failed'],
	['/admin/users?per_page=0', 'GET', undefined, 400, 'validation_failed'],
	['/admin/users?per_page=1001', 'GET', undefined, 400, 'validation_failed'],
	['/admin/users/nobody', 'GET', undefined, 404, 'validation_failed'],
	['/admin/users/00000000-0000-4000-8000-000000000000', 'GET', undefined, 404, 'user_not_found'],
	['/admin/users/00000000-0000-4000-8000-000000000000', 'PUT', {}, 404, 'user_not_found'],
	['/admin/users/00000000-0000-4000-8000-000000000000', 'DELETE', undefined, 404, 'user_not_found'],
	[
		'/admin/users/00000000-0000-4000-8000-000000000000/factors/x',
		'DELETE',
		undefined,
		404,
		'validation_failed',
	],
	['/admin/users', 'POST', {}, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'xx:;x@x.x' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', phone: '447700900000' }, 400, 'phone_provider_disabled'],
	['/admin/users', 'POST', { email: 'a@b.test', password, password_hash: 'x' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', password_hash: '$2a$10$abc' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', password: 'password1' }, 422, 'weak_password'],
	['/admin/users', 'POST', { email: 'a@b.test', role: 'service_role' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', id: 'x' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', ban_duration: '1 day' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', ban_duration: '9999999h' }, 400, 'validation_failed'],
	['/admin/users', 'POST', { email: 'a@b.test', user_metadata: 'x' }, 400, 'bad_json'],
	[
		'/admin/users',
		'POST',
		{ email: 'a@b.test', user_metadata: { a: 'x'.repeat(5_000) } },
		400,
		'validation_failed',
	],
	['/admin/generate_link', 'POST', { type: 'sms', email: 'a@b.test' }, 400, 'validation_failed'],
	['/admin/generate_link', 'POST', { type: 'signup', email: 'a@b.test' }, 400, 'validation_failed'],
	['/admin/generate_link', 'POST', { type: 'recovery', email: 'nobody@b.test' }, 404, 'user_not_found'],
	['/admin/generate_link', 'POST', { type: 'email_change_new', email: 'a@b.test' }, 400, 'validation_failed'],
	['/invite', 'POST', { email: 'xx:;x@x.x' }, 400, 'validation_failed'],
	['/admin/audit?query=secret:x', 'GET', undefined, 400, 'validation_failed'],
	['/admin/nothing', 'GET', undefined, 404, 'not_found'],
] as const)('%s %s with %j is refused', async (path, method, body, status, error_code) => {
	const old = await call(path, method, body)
	expect({ status: old.status, ...old.body }).toMatchObject({ status, error_code })
	const headers = { 'x-supabase-api-version': '2024-01-01' }
	const fresh = await callAuthAsServiceRole(world, path, { method, body, headers })
	expect(fresh.body).toMatchObject({ code: error_code, message: expect.any(String) })
})
