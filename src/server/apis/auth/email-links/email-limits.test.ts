import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	callAuth,
	confirmedUser,
	emailedTokens,
	sendWaitingEmails,
	signInAgain,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'

// Eight emails an hour in total, at most six of them to unconfirmed addresses.
let world: World
let person: TestUser
beforeEach(async () => {
	world = await createWorld({ auth: { emailsPerHour: 8, anonymousUsers: true } })
	person = await confirmedUser(world)
	// Each test begins at the start of an hour, as the shop's limit is per clock hour.
	world.clock.advance(7_200 - ((world.clock.now().getTime() / 1000) % 3_600))
})
afterEach(() => world.close())

const recover = (email: string) => callAuth(world, '/recover', { body: { email } })
const signUp = (email: string) =>
	callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42' } })
const changeTo = (bearer: string, email: string) =>
	callAuth(world, '/user', { method: 'PUT', bearer, body: { email } })
const guest = async () => tokensIn((await callAuth(world, '/signup', { body: {} })).body)
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email).length
const spent = {
	status: 429,
	body: { error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
}

test('requests for addresses without an account do not use up the limit', async () => {
	for (let asked = 0; asked < 20; asked++) {
		expect((await recover(`nobody.${asked}@student.test`)).status).toBe(200)
		expect((await signUp(person.email)).status).toBe(200)
	}
	await recover(person.email)
	expect(await emailedTokens(world, person.email)).toHaveLength(2)
	expect((await signUp('somebody.new@student.test')).status).toBe(200)
	expect(await emailedTokens(world, 'somebody.new@student.test')).toHaveLength(1)
})

test('strangers can use up only their share of the limit, so that known accounts still get emails', async () => {
	for (let made = 0; made < 6; made++)
		expect((await signUp(`stranger.${made}@student.test`)).status).toBe(200)
	const refused = await signUp('one.too.many@student.test')
	expect(refused).toMatchObject(spent)
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	await callAuth(world, '/otp', { body: { email: 'another@student.test' } })
	await recover(person.email)
	await world.runJobs()
	expect(mailsTo('one.too.many@student.test') + mailsTo('another@student.test')).toBe(0)
	expect(mailsTo(person.email)).toBe(2)
	world.clock.advance(3_600)
	expect((await signUp('one.too.many@student.test')).status).toBe(200)
	expect(await emailedTokens(world, 'one.too.many@student.test')).toHaveLength(1)
})

test('once the whole limit is used up, a known account’s email waits for the next hour', async () => {
	await recover(person.email)
	await world.database.query(sql`
		insert into auth.mails_sent (hour, to_known, to_others)
		values (date_trunc('hour', ${world.clock.now()}::timestamptz), 8, 0)
		on conflict (hour) do update set to_known = 8`)
	await world.runJobs()
	expect(mailsTo(person.email)).toBe(1)
	const { accessToken } = await signInAgain(world, person)
	expect(await callAuth(world, '/reauthenticate', { method: 'GET', bearer: accessToken })).toMatchObject(
		spent,
	)
	world.clock.advance(3_600)
	await sendWaitingEmails(world)
	expect(await emailedTokens(world, person.email)).toHaveLength(2)
})

test('the email to a new address counts towards the strangers’ share, and the one to the old mailbox does not', async () => {
	for (let made = 0; made < 6; made++) {
		const { accessToken } = await signInAgain(world, person)
		world.clock.advance(61)
		const changed = await changeTo(accessToken, `moved.${made}@student.test`)
		expect(changed.status).toBe(made < 4 ? 200 : 429)
	}
	const sent = await world.database.query(
		sql`select to_known, to_others from auth.mails_sent order by hour desc limit 1`,
	)
	expect(sent).toEqual([{ to_known: 4, to_others: 4 }])
})

test('changes of address cannot use up what is reserved for known accounts', async () => {
	for (let made = 0; made < 8; made++) {
		const { id, accessToken } = await guest()
		expect(id).not.toBe(person.id)
		await changeTo(accessToken, `planted.${made}@student.test`)
	}
	await recover(person.email)
	expect(await emailedTokens(world, person.email)).toHaveLength(2)
})

test('one mailbox has one limit, however its address is spelt', async () => {
	const spellings = ['name', 'n.ame', 'na.me', 'name+1', 'name+2', 'NAME+3', 'n.a.m.e+4']
	for (const spelling of spellings)
		for (const host of ['gmail.com', 'googlemail.com']) await signUp(`${spelling}@${host}`)
	await world.runJobs()
	expect(world.mails.filter(({ to }) => /@(gmail|googlemail)\.com$/.test(to))).toHaveLength(1)
})
