import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, newestToken, signInAgain } from '#test/auth.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { fictionNumber, newestCode } from '#test/phone.ts'
import { useWorld } from '#test/world.ts'

// macOS types an accented letter as a letter and a mark (NFD), Windows and phones as one character (NFC).
const composed = 'Café-Zoë-9-Ångström'.normalize('NFC')
const apart = composed.normalize('NFD')
/** As a program writes that decomposes only some letters. */
const mixed = `${composed.slice(0, 6)}${apart.slice(7)}`

const world = await useWorld({ phone: {} })
const admin = serviceRoleClient(world).auth.admin

const signIn = async (email: string, password: string) =>
	(await callAuth(world, '/token?grant_type=password', { body: { email, password } })).status

/** Hashes as the shop did before it normalised passwords. */
async function hashAsTyped(password: string): Promise<string> {
	return await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

async function storedHash(id: string): Promise<unknown> {
	const [row] = await world.database.query(sql`select encrypted_password from auth.users where id = ${id}`)
	return row?.encrypted_password
}

async function withOldHash(password: string) {
	const person = await confirmedUser(world)
	const oldHash = await hashAsTyped(password)
	await world.database.query(
		sql`update auth.users set encrypted_password = ${oldHash} where id = ${person.id}`,
	)
	return { ...person, oldHash }
}

describe.each([
	['NFC', composed],
	['NFD', apart],
	['a mixture', mixed],
])('a password set as %s can be typed in every form', (_name, set) => {
	test('after signing up', async () => {
		const { email } = await confirmedUser(world, set)
		for (const typed of [composed, apart, mixed]) expect(await signIn(email, typed)).toBe(200)
		expect(await signIn(email, composed.replace('é', 'e'))).toBe(400)
	})

	test('after a change, and as the current password', async () => {
		const person = await confirmedUser(world)
		const change = async (body: object) =>
			await callAuth(world, '/user', { method: 'PUT', bearer: person.accessToken, body })
		expect((await change({ password: set })).status).toBe(200)
		for (const typed of [composed, apart, mixed]) {
			expect((await change({ password: typed })).body).toMatchObject({ error_code: 'same_password' })
			const { status } = await callAuth(world, '/account/proof', {
				bearer: person.accessToken,
				body: { current_password: typed },
			})
			expect(status).toBe(200)
		}
		for (const typed of [composed, apart, mixed]) expect(await signIn(person.email, typed)).toBe(200)
	})

	test('after a recovery', async () => {
		const { email } = await confirmedUser(world)
		await callAuth(world, '/recover', { body: { email } })
		const { body } = await callAuth(world, '/verify', {
			body: { type: 'recovery', token_hash: await newestToken(world, email) },
		})
		await callAuth(world, '/user', {
			method: 'PUT',
			bearer: String(body?.access_token),
			body: { password: set },
		})
		for (const typed of [composed, apart, mixed]) expect(await signIn(email, typed)).toBe(200)
	})

	test('after the service role has set it, or its hash', async () => {
		const byPassword = `by-password.${_name.length}@student.test`
		const byHash = `by-hash.${_name.length}@student.test`
		await admin.createUser({ email: byPassword, password: set, email_confirm: true })
		await admin.createUser({ email: byHash, password_hash: await hashAsTyped(set), email_confirm: true })
		for (const typed of [composed, apart]) {
			expect(await signIn(byPassword, typed)).toBe(200)
			// Nobody can tell from a hash which letters of a mixture were apart: that one must be typed alike once.
			if (set !== mixed) expect(await signIn(byHash, typed)).toBe(200)
		}
		expect(await signIn(byHash, set)).toBe(200)
		for (const typed of [composed, apart, mixed]) expect(await signIn(byHash, typed)).toBe(200)
	})

	test('after signing up by phone', async () => {
		const phone = fictionNumber(100 + _name.length)
		await callAuth(world, '/signup', { body: { phone, password: set } })
		await callAuth(world, '/verify', { body: { type: 'sms', phone, token: await newestCode(world, phone) } })
		for (const password of [composed, apart, mixed]) {
			const { status } = await callAuth(world, '/token?grant_type=password', { body: { phone, password } })
			expect(status).toBe(200)
		}
	})
})

test('a hash of the form that was typed is replaced at the next sign-in, and other sessions stay', async () => {
	const person = await withOldHash(apart)
	expect(await signIn(person.email, composed)).toBe(200)
	const renewed = await storedHash(person.id)
	expect(renewed).not.toBe(person.oldHash)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).status).toBe(200)
	expect(await signIn(person.email, mixed)).toBe(200)
	expect(await storedHash(person.id)).toBe(renewed)
})

test('a hash is kept if the password is wrong, or was right already', async () => {
	const person = await withOldHash(apart)
	expect(await signIn(person.email, `${composed}!`)).toBe(400)
	expect(await storedHash(person.id)).toBe(person.oldHash)
	const usual = await withOldHash('quiet-harbour-42')
	expect(await signIn(usual.email, 'quiet-harbour-42')).toBe(200)
	expect(await storedHash(usual.id)).toBe(usual.oldHash)
})

test('six sign-ins at the same moment all succeed although the first of them replaces the hash', async () => {
	const person = await withOldHash(apart)
	const statuses = await Promise.all(
		Array.from({ length: 6 }, (_, index) => signIn(person.email, index % 2 === 0 ? apart : composed)),
	)
	expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
	expect(await storedHash(person.id)).not.toBe(person.oldHash)
})

test('a password that is changed during a sign-in opens no session', async () => {
	const person = await withOldHash(apart)
	const [changed, ...old] = await Promise.all([
		callAuth(world, '/user', {
			method: 'PUT',
			bearer: person.accessToken,
			body: { password: 'a-different-one-7' },
		}),
		...Array.from({ length: 5 }, () => signIn(person.email, composed)),
	])
	// A sign-in that renewed the hash first makes the change fail, which the caller can repeat.
	expect([200, 409]).toContain(changed.status)
	if (changed.status === 200) {
		expect(await signIn(person.email, composed)).toBe(400)
		await signInAgain(world, { email: person.email, password: 'a-different-one-7' })
	} else expect(old).toContain(200)
})
