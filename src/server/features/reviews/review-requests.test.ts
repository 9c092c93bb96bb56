import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { sendWaitingEmails } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'

const world = await createWorld()
afterAll(async () => await world.close())

const day = 24 * 3600
let daysLater = 0
beforeEach(() => {
	world.clock.advance(-daysLater * day)
	daysLater = 0
	world.mails.length = 0
})

/** Lets some days pass and runs the jobs that are due. Returns who was asked by email for a review, and clears the mailbox. */
async function after(days: number): Promise<string[]> {
	world.clock.advance(days * day)
	daysLater += days
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	return world.mails
		.splice(0)
		.flatMap(({ subject, to }) => (subject.startsWith('What do you think') ? [to] : []))
}

/** Lets a week pass and returns the email that asks for a review. */
async function requestAfterAWeek(email: string) {
	world.clock.advance(8 * day)
	daysLater = 8
	await world.runJob('queue-mailings', {})
	await sendWaitingEmails(world)
	await world.runJobs()
	return world.mails.find(
		({ subject, to }) => to === email && subject === 'What do you think of Student Guide?',
	)
}

async function takes() {
	const client = await signedInClient(world)
	const { data } = await client.auth.updateUser({ data: { no_review_requests: false } })
	await client.from('purchases').insert(freeGuide())
	world.mails.length = 0
	return { client, id: data.user?.id ?? '', email: data.user?.email ?? '' }
}

test('a user is asked for a review of a guide once, a week after getting it', async () => {
	const { email } = await takes()
	expect(await after(6.9)).toEqual([])
	expect(await after(0.2)).toEqual([email])
	expect(await after(0.1)).toEqual([])
	expect(await after(8)).toEqual([])
})

test('the email links to the reviews and has a one-click unsubscribe address', async () => {
	const { email } = await takes()
	const mail = await requestAfterAWeek(email)
	expect(mail?.text).toContain(`${world.url}/products/student-guide#reviews`)
	expect(mail?.text).toContain('A bad review is as welcome as a good one')
	const url = mail?.unsubscribeUrl ?? ''
	expect(url).toMatch(/\/functions\/v1\/stop-review-requests\?token=[\w-]{43}$/)
	expect(mail?.text).toContain(`${world.url}/reviews/stop?token=${url.split('=').at(-1)}`)
})

test('a user with two guides gets at most one review request a week', async () => {
	const { id, email } = await takes()
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status)
		values (${id}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'completed')`)
	expect(await after(7.1)).toEqual([email])
	expect(await after(1)).toEqual([])
	expect(await after(7)).toEqual([email])
	expect(await after(7)).toEqual([])
})

test.each([
	[
		'has written a review',
		async ({ client }: Awaited<ReturnType<typeof takes>>) => {
			await client.from('reviews').insert({ catalogue_id: '1', rating: 3 })
		},
	],
	[
		'no longer has the guide',
		async ({ id }: Awaited<ReturnType<typeof takes>>) => {
			await world.database.query(sql`update public.purchases set status = 'refunded' where user_id = ${id}`)
		},
	],
	[
		'has switched these emails off in the account',
		async ({ client }: Awaited<ReturnType<typeof takes>>) => {
			await client.auth.updateUser({ data: { no_review_requests: true } })
		},
	],
	[
		'was never asked whether they want these emails, as after signing up with Google',
		async ({ id }: Awaited<ReturnType<typeof takes>>) => {
			await world.database.query(
				sql`update auth.users set raw_user_meta_data = raw_user_meta_data - 'no_review_requests' where id = ${id}`,
			)
		},
	],
	[
		'has deleted the account',
		async ({ id }: Awaited<ReturnType<typeof takes>>) => {
			await world.database.query(sql`delete from auth.users where id = ${id}`)
		},
	],
])(
	'a user who %s is not asked for a review, even if that happens while the email waits',
	async (_name, act) => {
		const before = await takes()
		await act(before)
		expect(await after(8)).toEqual([])
		world.clock.advance(-8 * day)
		daysLater = 0
		const meanwhile = await takes()
		world.clock.advance(8 * day)
		await world.runJob('queue-mailings', {})
		// Sets the clock back, because otherwise the session with which the user acts would have expired.
		world.clock.advance(-8 * day)
		await act(meanwhile)
		await sendWaitingEmails(world)
		await world.runJobs()
		expect(world.mails).toEqual([])
	},
)

test('servers that work at the same time ask each user only once', async () => {
	const { email } = await takes()
	world.clock.advance(8 * day)
	daysLater = 8
	await Promise.all([1, 2, 3].map(() => world.runJob('queue-mailings', {})))
	expect(await after(0)).toEqual([email])
})

test('a user who has had a guide for a month is not asked about it', async () => {
	await takes()
	expect(await after(30)).toEqual([])
})

test('unsubscribing in one click stops these emails, and opening the link alone changes nothing', async () => {
	const { client, email } = await takes()
	const mail = await requestAfterAWeek(email)
	world.clock.advance(-8 * day)
	daysLater = 0
	const token = mail?.unsubscribeUrl?.split('=').at(-1) ?? ''
	expect(JSON.stringify(await world.database.query(sql`select * from shop.review_requests`))).not.toContain(
		token,
	)
	const path = `/functions/v1/stop-review-requests?token=${token}`
	const preference = async () => (await client.auth.getUser()).data.user?.user_metadata.no_review_requests
	const opened = await world.request(path)
	expect([opened.status, opened.headers.get('location')]).toEqual([303, `/reviews/stop?token=${token}`])
	expect(await preference()).toBe(false)
	const body = 'List-Unsubscribe=One-Click'
	const headers = { 'content-type': 'application/x-www-form-urlencoded' }
	for (const round of [1, 2]) {
		expect([round, (await world.request(path, { method: 'POST', headers, body })).status]).toEqual([
			round,
			200,
		])
		expect(await preference()).toBe(true)
	}
	const unknown = path.replace(/=.*/, '=11111111-1111-4111-8111-111111111111')
	expect((await world.request(unknown, { method: 'POST' })).status).toBe(403)
	expect((await world.request(path.replace(/=.*/, '=x'), { method: 'POST' })).status).toBe(400)
})

test('an unsubscribe link emailed by the previous release still works', async () => {
	const { id, client } = await takes()
	const token = '33333333-3333-4333-8333-333333333333'
	await world.database.query(sql`
		insert into shop.review_requests (user_id, catalogue_id, token, asked_at) values (${id}, '1', ${token}, now())`)
	expect(
		(await world.request(`/functions/v1/stop-review-requests?token=${token}`, { method: 'POST' })).status,
	).toBe(200)
	expect((await client.auth.getUser()).data.user?.user_metadata.no_review_requests).toBe(true)
})
