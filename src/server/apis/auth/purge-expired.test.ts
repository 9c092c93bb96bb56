import { expect, test } from 'vitest'
import { purgeExpired } from '#server/apis/auth/purge-expired.ts'
import { answerMailRequestJob } from '#server/features/accounts/jobs.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { callAuth, confirmedUser, emailedTokens, signIn } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const day = 86_400
const signUp = (email: string, password: string) => callAuth(world, '/signup', { body: { email, password } })
const pending = (email: string) =>
	world.database.query(
		sql`select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`,
	)

test('an unconfirmed account is deleted after a month if it has no other way to sign in', async () => {
	const confirmed = await confirmedUser(world)
	const [wallet] = await world.database.query(sql`
		with added as (
			insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
			values (gen_random_uuid(), 'set.by.an.owner@student.test', '{}', '{}', ${world.clock.now()}, ${world.clock.now()}) returning id
		)
		insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
		select id, 'web3', 'web3:solana:x', '{}', now(), now() from added returning user_id`)
	const email = 'unconfirmed@student.test'
	await signUp(email, 'chosen-once-1')
	world.clock.advance(61)
	await signUp(email, 'chosen-twice-2')
	await emailedTokens(world, email)
	expect(await pending(email)).toHaveLength(2)

	world.clock.advance(2 * day)
	await purgeExpired(world)
	expect(await pending(email)).toHaveLength(1)
	expect((await signIn(world, email, 'chosen-twice-2')).body).toMatchObject({
		error_code: 'email_not_confirmed',
	})

	world.clock.advance(29 * day)
	await purgeExpired(world)
	expect((await signIn(world, email, 'chosen-twice-2')).body).toMatchObject({
		error_code: 'invalid_credentials',
	})
	expect(await world.database.query(sql`select from auth.users where email = ${email}`)).toHaveLength(0)
	expect((await signIn(world, confirmed.email, confirmed.password)).status).toBe(200)
	expect(await world.database.query(sql`select from auth.users where id = ${wallet?.user_id}`)).toHaveLength(
		1,
	)
})

test('keeps a sign-up whose email has not been sent yet', async () => {
	await signUp('unsent@student.test', 'quiet-harbour-42')
	world.clock.advance(3 * day)
	await purgeExpired(world)
	expect(await emailedTokens(world, 'unsent@student.test')).toHaveLength(1)
})

test('deletes a session three days after it ended', async () => {
	const { id } = await confirmedUser(world)
	const sessions = () => world.database.query(sql`select from auth.sessions where user_id = ${id}`)
	world.clock.advance(92 * day)
	await purgeExpired(world)
	expect(await sessions()).toHaveLength(1)
	world.clock.advance(2 * day)
	await purgeExpired(world)
	expect(await sessions()).toHaveLength(0)
})

test('deletes email counters after two days and challenges after one, but never a factor in use', async () => {
	const person = await confirmedUser(world)
	await world.database.query(sql`
		with factor as (
			insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed, created_at)
			values (${person.id}, 'totp', 'verified', 'x', ${world.clock.now()}) returning id
		)
		insert into auth.mfa_challenges (factor_id, ip_address, created_at) select id, '192.0.2.1', ${world.clock.now()} from factor`)
	const left = async () => {
		await purgeExpired(world)
		const [row] = await world.database.query(sql`
			select (select count(*)::integer from auth.mail_allowances) as mails,
				(select count(*)::integer from auth.mfa_challenges) as challenges,
				(select count(*)::integer from auth.mfa_factors) as factors`)
		return row
	}
	expect(await left()).toMatchObject({ mails: 1, challenges: 1, factors: 1 })
	world.clock.advance(1.5 * day)
	expect(await left()).toMatchObject({ mails: 1, challenges: 0, factors: 1 })
	world.clock.advance(day)
	expect(await left()).toMatchObject({ mails: 0, factors: 1 })
	world.clock.advance(365 * day)
	expect(await left()).toMatchObject({ factors: 1 })
})

test('deletes expired links after a day, and an unconfirmed change of address after eight days', async () => {
	const person = await confirmedUser(world)
	await callAuth(world, '/recover', { body: { email: person.email } })
	await callAuth(world, '/user', {
		method: 'PUT',
		bearer: person.accessToken,
		body: { email: 'never@student.test' },
	})
	await emailedTokens(world, person.email)
	const left = async () => {
		await purgeExpired(world)
		return (await pending(person.email)).length
	}
	expect(await left()).toBe(3)
	world.clock.advance(1.1 * day)
	expect(await left()).toBe(2)
	world.clock.advance(day)
	expect(await left()).toBe(0)
	const wish = () =>
		world.database.query(sql`select from auth.users where email_change = 'never@student.test'`)
	expect(await wish()).toHaveLength(1)
	world.clock.advance(6 * day)
	await purgeExpired(world)
	expect(await wish()).toHaveLength(0)
})

test('an email request that failed permanently keeps its network address for 90 days at most', async () => {
	const request = {
		kind: 'recovery' as const,
		email: 'never-answered@student.test',
		challenge: null,
		redirectTo: '',
		createUser: false,
		metadata: {},
		from: '192.0.2.9',
	}
	await world.database.asServer((tx) => addJob(tx, answerMailRequestJob, request))
	const waiting = () =>
		world.database.query(sql`
		select from graphile_worker.jobs where task_identifier = 'answer-mail-request'`)
	await world.database.query(sql`
		select graphile_worker.reschedule_jobs(array(
			select id from graphile_worker.jobs where task_identifier = 'answer-mail-request'
		), run_at := ${world.clock.now()}, attempts := 25)`)

	world.clock.advance(80 * day)
	await purgeExpired(world)
	expect(await waiting()).toHaveLength(1)

	world.clock.advance(11 * day)
	await purgeExpired(world)
	expect(await waiting()).toHaveLength(0)
})
