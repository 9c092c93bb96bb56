import { hash } from '@node-rs/argon2'
import { afterAll, expect, test } from 'vitest'
import {
	callAuth,
	confirmedUser,
	createAdminApi,
	emailedTokens,
	getUser,
	newestToken,
	signIn,
	tokensIn,
} from '#test/auth.ts'
import { serviceRoleClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { withSecondStep } from '#test/second-step.ts'

const { world, admin, call, newEmail } = await createAdminApi()
afterAll(() => world.close())

const password = 'quiet-harbour-42'

test('the official client creates a user, who can sign in with the password once the address is confirmed', async () => {
	const email = newEmail()
	const user_metadata = { display_name: 'Grace' }
	const created = await admin.createUser({
		email,
		password,
		email_confirm: true,
		user_metadata,
		app_metadata: { course: 'law' },
	})
	expect(created.error).toBeNull()
	expect(created.data.user).toMatchObject({
		email,
		user_metadata,
		app_metadata: { provider: 'email', providers: ['email'], course: 'law' },
		identities: [{ provider: 'email' }],
	})
	expect((await signIn(world, email, password)).status).toBe(200)
	expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })

	const waiting = newEmail()
	const { data } = await admin.createUser({ email: waiting, password })
	expect(data.user?.email_confirmed_at).toBeUndefined()
	expect((await signIn(world, waiting, password)).status).toBe(400)
	const confirmed = await admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
	expect(confirmed.data.user?.email_confirmed_at).toBeTruthy()
	expect((await signIn(world, waiting, password)).status).toBe(200)
	expect(await emailedTokens(world, waiting)).toEqual([])
})

test('a user from another system keeps the password and the id', async () => {
	const email = newEmail()
	const id = crypto.randomUUID()
	const password_hash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
	const { data, error } = await admin.createUser({ id, email, password_hash, email_confirm: true })
	expect(error).toBeNull()
	expect(data.user?.id).toBe(id)
	expect((await signIn(world, email, password)).status).toBe(200)
	expect((await admin.createUser({ id, email: newEmail() })).error).toMatchObject({ status: 409 })
})

test('lists users newest first, page by page, and finds users by a part of their address or name', async () => {
	for (const name of ['One', 'Two', 'Three'])
		await admin.createUser({
			email: `listed_${name}@student.test`,
			user_metadata: { display_name: `Ann ${name}` },
		})
	const first = await call('/admin/users?page=1&per_page=2', 'GET')
	const total = Number(first.headers.get('x-total-count'))
	expect(total).toBeGreaterThanOrEqual(3)
	expect(first.body).toMatchObject({
		aud: 'authenticated',
		users: [{ email: 'listed_three@student.test' }, {}],
	})
	expect(first.headers.get('link')).toBe(
		`</auth/v1/admin/users?page=2&per_page=2>; rel="next", </auth/v1/admin/users?page=${Math.ceil(total / 2)}&per_page=2>; rel="last"`,
	)
	const { data } = await admin.listUsers({ page: 1, perPage: 2 })
	expect(data).toMatchObject({ nextPage: 2, total })
	const found = async (filter: string) =>
		(await call(`/admin/users?filter=${encodeURIComponent(filter)}`, 'GET')).headers.get('x-total-count')
	expect(await found('ann t')).toBe('2')
	expect(await found('LISTED_one')).toBe('1')
	await admin.updateUserById((await confirmedUser(world)).id, {
		user_metadata: { full_name: 'José Núñez'.normalize('NFD') },
	})
	for (const text of ['josé núñez', 'Jose Nunez', 'JOSÉ']) expect(await found(text), text).toBe('1')
	// The filter has no wildcards: an underscore matches only an underscore.
	expect(await found('listed-one')).toBe('0')
	expect(await found('l%one')).toBe('0')
})

test('a new address or password ends every session, voids every link and is reported to the old address', async () => {
	const ada = await confirmedUser(world)
	await callAuth(world, '/recover', { body: { email: ada.email } })
	const link = await newestToken(world, ada.email)
	const email = newEmail()
	const { data, error } = await admin.updateUserById(ada.id, {
		email,
		user_metadata: { display_name: 'Countess' },
	})
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ email, user_metadata: { display_name: 'Countess' } })
	expect((await getUser(world, ada.accessToken)).body).toMatchObject({ error_code: 'session_not_found' })
	expect((await callAuth(world, '/verify', { body: { type: 'recovery', token_hash: link } })).status).toBe(
		403,
	)
	expect((await signIn(world, email, ada.password)).status).toBe(200)
	await world.runJobs()
	expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Headstart: your address was changed' })

	const session = await signIn(world, email, ada.password)
	await admin.updateUserById(ada.id, { password: 'another-harbour-43' })
	expect((await getUser(world, tokensIn(session.body).accessToken)).status).toBe(403)
	expect((await signIn(world, email, ada.password)).status).toBe(400)
	expect((await signIn(world, email, 'another-harbour-43')).status).toBe(200)
	const other = await confirmedUser(world)
	expect((await admin.updateUserById(other.id, { email })).error).toMatchObject({ code: 'email_exists' })
})

test('a ban takes effect on every API at once, and so does lifting it', async () => {
	const client = await signedInClient(world)
	const id = (await client.auth.getUser()).data.user?.id ?? ''
	const { data } = await admin.updateUserById(id, { ban_duration: '1h30m' })
	const ends = new Date(data.user?.banned_until ?? '').getTime()
	expect(Math.abs(ends - world.clock.now().getTime() - 90 * 60_000)).toBeLessThan(60_000)
	expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_banned' })
	expect((await client.from('purchases').select()).error).not.toBeNull()
	await admin.updateUserById(id, { ban_duration: 'none' })
	expect((await client.auth.getUser()).error).toBeNull()
	expect((await client.from('purchases').select()).error).toBeNull()
})

test('deletes an account by the rules of account deletion, and a soft deletion keeps only the id', async () => {
	for (const soft of [false, true]) {
		const ada = await confirmedUser(world)
		const client = serviceRoleClient(world)
		await client.from('purchases').insert({
			user_id: ada.id,
			product_id: '1',
			catalogue_id: '1',
			product_name: 'Guide',
			price: 0,
			status: 'completed',
		})
		expect((await admin.deleteUser(ada.id, soft)).error).toBeNull()
		expect((await getUser(world, ada.accessToken)).status).toBe(403)
		expect((await signIn(world, ada.email, ada.password)).status).toBe(400)
		const kept = await runAsSuperuser(
			world,
			`select user_id from auth.deleted_accounts where user_id = '${ada.id}'`,
		)
		expect(kept).toHaveLength(1)
		const { data, error } = await admin.getUserById(ada.id)
		if (soft)
			expect(data.user).toMatchObject({
				id: ada.id,
				email: '',
				identities: [],
				deleted_at: expect.any(String),
			})
		else expect(error).toMatchObject({ code: 'user_not_found', status: 404 })
		// The address is free again.
		expect((await admin.createUser({ email: ada.email })).error).toBeNull()
		if (soft) {
			expect((await admin.updateUserById(ada.id, { password })).error).toMatchObject({ status: 400 })
			expect((await admin.deleteUser(ada.id, true)).error).toBeNull()
			expect((await admin.deleteUser(ada.id)).error).toBeNull()
		}
		await world.runJobs()
		const notices = world.mails.filter(({ to, subject }) => to === ada.email && subject.includes('deleted'))
		expect(notices).toHaveLength(1)
	}
})

test('lists, renames and removes a user’s second factor, and notifies the user of the removal', async () => {
	const ada = await withSecondStep(world)
	const listed = await admin.mfa.listFactors({ userId: ada.id })
	expect(listed.data?.factors).toMatchObject([
		{ id: ada.factorId, status: 'verified', friendly_name: 'Phone' },
	])
	expect(JSON.stringify(listed.data)).not.toContain('secret')
	const path = `/admin/users/${ada.id}/factors/${ada.factorId}`
	expect((await call(path, 'PUT', { friendly_name: 'Old phone' })).body).toMatchObject({
		friendly_name: 'Old phone',
	})
	const other = await confirmedUser(world)
	expect((await call(`/admin/users/${other.id}/factors/${ada.factorId}`, 'DELETE')).status).toBe(404)
	expect((await admin.mfa.deleteFactor({ userId: ada.id, id: ada.factorId })).error).toBeNull()
	const { body } = await getUser(world, ada.accessToken)
	expect(body).not.toHaveProperty('factors')
	await world.runJobs()
	expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: expect.stringContaining('was removed') })
})
