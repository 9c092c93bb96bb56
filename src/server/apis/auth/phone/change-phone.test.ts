import { expect, test } from 'vitest'
import { recordEvent } from '#server/apis/auth/user/record-event.ts'
import { searchCustomers } from '#server/features/customers/list-customers.ts'
import { callAuth, callAuthAsServiceRole, confirmedUser, getUser, newestToken, tokensIn } from '#test/auth.ts'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { fictionNumber, newestCode, otherThan, signInByPhone, textedCodes } from '#test/phone.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ auth: { anonymousUsers: true }, phone: { countries: ['GB', 'IE'] } })

let used = 0
const newPhone = () => fictionNumber(used++)
const password = 'quiet-harbour-42'

/** Waits until a number can be texted again. */
const later = () => world.clock.advance(61)

test('the official client adds a number to an account, changes it and removes it', async () => {
	const phone = newPhone()
	const client = await signedInClient(world)
	const added = await client.auth.updateUser({ phone: `+${phone}` })
	expect(added.data.user).toMatchObject({ phone: '', new_phone: phone })
	later()
	expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull()
	const [, token = ''] = await textedCodes(world, phone)
	expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({
		code: 'otp_expired',
	})
	const changed = await client.auth.verifyOtp({ phone, token, type: 'phone_change' })
	expect(changed.data.user).toMatchObject({ phone, app_metadata: { providers: ['email', 'phone'] } })
	expect(changed.data.user?.user_metadata).not.toHaveProperty('phone')
	await world.runJobs()
	const email = changed.data.user?.email ?? ''
	expect(world.mails.findLast(({ to }) => to === email)?.subject).toContain('a phone number now signs you in')

	later()
	await signInByPhone(world, phone)
	const identity = changed.data.user?.identities?.find(({ provider }) => provider === 'phone')
	if (identity === undefined) throw new Error('no identity')
	const other = newPhone()
	expect((await client.auth.updateUser({ phone: other })).error).toBeNull()
	const late = await newestCode(world, other)
	expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
	expect((await client.auth.getUser()).data.user).toMatchObject({ phone: '' })
	// A change of number that was requested before the removal, perhaps by a thief, can no longer be confirmed.
	expect(
		(await client.auth.verifyOtp({ phone: other, token: late, type: 'phone_change' })).error,
	).toMatchObject({ code: 'otp_expired' })
})

test('a request for another user’s number gets the usual answer, but does not get the number', async () => {
	const phone = newPhone()
	const owner = await signInByPhone(world, phone)
	const other = await confirmedUser(world)
	later()
	const before = (await textedCodes(world, phone)).length
	expect(
		await callAuth(world, '/user', { method: 'PUT', body: { phone }, bearer: other.accessToken }),
	).toMatchObject({
		status: 200,
		body: { new_phone: phone },
	})
	expect(await textedCodes(world, phone)).toHaveLength(before)

	// An unconfirmed sign-up has no claim to its number.
	const free = newPhone()
	await callAuth(world, '/signup', { body: { phone: free, password } })
	later()
	await callAuth(world, '/user', { method: 'PUT', body: { phone: free }, bearer: other.accessToken })
	const token = await newestCode(world, free)
	const taken = await callAuth(world, '/verify', { body: { type: 'phone_change', phone: free, token } })
	expect(tokensIn(taken.body).id).toBe(other.id)
	expect((await getUser(world, owner.accessToken)).body).toMatchObject({ phone })
})

test('once a number is confirmed for an anonymous account, the account no longer lets its creator in', async () => {
	const creator = tokensIn((await callAuth(world, '/signup', { body: {} })).body)
	const [phone, email] = [newPhone(), 'creator@student.test']
	for (const body of [{ email }, { phone }])
		expect(
			(await callAuth(world, '/user', { method: 'PUT', body, bearer: creator.accessToken })).status,
		).toBe(200)
	const token = await newestCode(world, phone)
	const { body } = await callAuth(world, '/verify', { body: { type: 'phone_change', phone, token } })
	expect(body).toMatchObject({ user: { id: creator.id, phone, is_anonymous: false } })
	expect(body?.user).not.toHaveProperty('new_email')
	expect((await getUser(world, creator.accessToken)).status).toBe(403)
	const link = { type: 'email_change', token_hash: await newestToken(world, email) }
	expect(await callAuth(world, '/verify', { body: link })).toMatchObject({
		status: 403,
		body: { error_code: 'otp_expired' },
	})
	expect((await getUser(world, tokensIn(body).accessToken)).body).toMatchObject({ phone, email: '' })
})

test('changing a number requires a recent sign-in or a reauthentication code', async () => {
	const phone = newPhone()
	const person = await signInByPhone(world, phone)
	world.clock.advance(700)
	const change = (nonce = '') =>
		callAuth(world, '/user', {
			method: 'PUT',
			body: { phone: newPhone(), nonce },
			bearer: person.accessToken,
		})
	expect((await change()).body).toMatchObject({ error_code: 'reauthentication_needed' })
	expect(
		(await callAuth(world, '/reauthenticate', { method: 'GET', bearer: person.accessToken })).status,
	).toBe(200)
	const nonce = await newestCode(world, phone)
	expect((await change(otherThan(nonce))).body).toMatchObject({ error_code: 'reauthentication_not_valid' })
	expect((await change(nonce)).status).toBe(200)
	expect((await change(nonce)).body).toMatchObject({ error_code: 'reauthentication_not_valid' })

	// Adding an address to an account with only a number requires the same.
	const email = 'from.phone@student.test'
	const add = () => callAuth(world, '/user', { method: 'PUT', body: { email }, bearer: person.accessToken })
	expect((await add()).body).toMatchObject({ error_code: 'reauthentication_needed' })
})

test('a user without an email address is texted about account changes, at the previous number', async () => {
	const [phone, next] = [newPhone(), newPhone()]
	const person = await signInByPhone(world, phone)
	const notices = async () => {
		await world.runJobs()
		return world.texts.filter(({ code, to }) => code === '' && [phone, next].includes(to))
	}
	const change = (body: object) =>
		callAuth(world, '/user', { method: 'PUT', body, bearer: person.accessToken })
	expect((await change({ password })).status).toBe(200)
	const [first] = await notices()
	expect(first).toMatchObject({ to: phone, channel: 'sms' })
	expect(first?.text).toMatch(
		/^Headstart: the password of your account was changed\. Not you\? [\x20-\x7e]+ 127\.0\.0\.1:\d+\/contact$/,
	)
	expect(first?.text.length).toBeLessThanOrEqual(160)
	await change({ phone: next, current_password: password })
	await callAuth(world, '/verify', {
		body: { type: 'phone_change', phone: next, token: await newestCode(world, next) },
	})
	expect((await notices()).slice(1)).toMatchObject([
		{ to: phone, text: expect.stringContaining('the phone number of your account was changed') },
	])

	// Notices are limited to ten a day like other messages, but not to one a minute. Codes do not count towards the limit of
	// notices.
	const { database, clock } = world
	for (let time = 0; time < 12; time += 1)
		await database.asServer((tx) =>
			recordEvent(tx, {
				userId: person.id,
				action: 'passkey_deleted',
				from: null,
				now: clock.now(),
				noticeTo: `+${next}`,
			}),
		)
	expect((await notices()).filter(({ to }) => to === next)).toHaveLength(10)
})

test('the service role creates, finds and changes accounts with numbers', async () => {
	const { admin } = serviceRoleClient(world).auth
	const [phone, second] = [newPhone(), newPhone()]
	const created = await admin.createUser({ phone: `+${phone}`, phone_confirm: true, password })
	expect(created.data.user).toMatchObject({
		phone,
		email: '',
		phone_confirmed_at: expect.any(String),
		app_metadata: { provider: 'phone', providers: ['phone'] },
		identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
	})
	const client = anonymousClient(world)
	expect((await client.auth.signInWithPassword({ phone, password })).error).toBeNull()
	expect((await admin.createUser({ phone })).error).toMatchObject({ status: 422, code: 'phone_exists' })
	expect((await admin.createUser({ phone: 'call me' })).error).toMatchObject({ code: 'validation_failed' })

	const id = created.data.user?.id ?? ''
	const changed = await admin.updateUserById(id, { phone: second, email: 'now.by.email@student.test' })
	expect(changed.data.user).toMatchObject({ phone: second, email: 'now.by.email@student.test' })
	expect(changed.data.user?.phone_confirmed_at).toBeUndefined()
	// A new number ends every session, and can be used to sign in only once it is confirmed.
	expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	expect((await client.auth.signInWithPassword({ phone: second, password })).error).toMatchObject({
		code: 'phone_not_confirmed',
	})
	expect((await admin.updateUserById(id, { phone_confirm: true })).error).toBeNull()
	expect((await client.auth.signInWithPassword({ phone: second, password })).error).toBeNull()
	const listed = await callAuthAsServiceRole(
		world,
		`/admin/users?filter=${encodeURIComponent(`+${second}`)}`,
		{ method: 'GET' },
	)
	expect(listed.body).toMatchObject({ users: [{ id }] })
	expect(await searchCustomers(world.database, `+44 ${second.slice(2)}`, 5)).toMatchObject([{ id }])
})
