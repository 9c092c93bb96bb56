import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfirmedClaims } from '#server/features/claims/read-claims.ts'
import { sql } from '#server/platform/db/sql.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

const rowsSchema = z.object({
	rows: z.array(z.looseObject({ id: z.string() })),
	next: z.string().nullish(),
})

async function read(name: string) {
	const { status, body } = await readAdmin(world, name, { bearer: await owner.takeStep() })
	expect(status, name).toBe(200)
	return rowsSchema.parse(body)
}

async function act(name: string, body: object, member = owner) {
	return await actAdmin(world, name, body, { bearer: await member.takeStep() })
}

/** Makes a new user who reviews the Student Guide, and returns the review's id. */
async function review(rating: number, body = ''): Promise<string> {
	const client = await signedInClient(world)
	await client.from('purchases').insert(freeGuide())
	const { data } = await client.from('reviews').insert({ catalogue_id: '1', rating, body }).select('id')
	return (
		z
			.array(z.object({ id: z.uuid() }))
			.length(1)
			.parse(data)[0]?.id ?? ''
	)
}

async function published(id: string) {
	return (await anonymousClient(world).from('published_reviews').select('answer').eq('id', id)).data
}

async function product(id: string) {
	return (await read('products')).rows.find((row) => row.id === id)
}

describe('products', () => {
	test('are listed with prices, editions, sales, reviews, purchases on hold and waiting visitors', async () => {
		const before = await product('1')
		expect(before).toMatchObject({ title: 'Student Guide', status: 'free', price_pence: null, rating: null })
		expect(await product('2')).toMatchObject({ status: 'on sale', price_pence: 1499, held: 0 })
		const first = await review(5)
		await review(2, 'Short')
		const hidden = await review(1)
		await act('hide-review', { review: hidden, because: 'advert' })
		await act('answer-review', { review: first, text: 'Thanks' })
		const sold = z.int().parse(before?.sold) + 3
		// The list shows sums that a job refreshes every minute.
		await world.runJob('refresh-sums', {})
		const expected = { sold, rating: 3.5, reviews: 2, unanswered: 1 }
		expect(await product('1')).toMatchObject(expected)
		await world.database.query(
			sql`insert into shop.daily_steps (day, step, catalogue_id, count) values ('2026-01-01', 'taken', '1', 7)`,
		)
		expect(await product('1')).toMatchObject({ ...expected, sold: sold + 7 })

		const soon = (await read('products')).rows.find(({ status }) => status === 'coming soon')
		const at = (email: string, rest = {}) => ({ catalogue_id: soon?.id, email, asked_at: 'now', ...rest })
		await world.database.query(sql`
			insert into shop.release_notices (catalogue_id, email, asked_at, confirmed_at, queued_at, unsubscribed_at)
			select catalogue_id, email, asked_at, confirmed_at, queued_at, unsubscribed_at from jsonb_populate_recordset(null::shop.release_notices,
				${JSON.stringify([
					at('a@student.test', { confirmed_at: 'now' }),
					at('b@student.test'),
					at('c@student.test', { confirmed_at: 'now', unsubscribed_at: 'now' }),
					at('d@student.test', { confirmed_at: 'now', queued_at: 'now' }),
				])}::jsonb)`)
		expect(await product(soon?.id ?? '')).toMatchObject({ waiting: 1, sold: 0 })
		await world.database.query(sql`
			insert into public.purchases (user_id, product_id, product_name, price, status)
			values (${owner.id}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'held')`)
		expect(await product('2')).toMatchObject({ held: 1 })
	})
})

describe('a claim', () => {
	const claimOf = async (id: string) => (await read('claims')).rows.find((claim) => claim.id === id)
	const confirmations = async () =>
		await world.database.query(sql`
			select evidence, confirmed_by, withdrawn_by from shop.claim_confirmations where claim = 'creator-story' order by confirmed_at`)

	test('a testimonial needs its writer’s consent', async () => {
		const body = { claim: 'testimonial-2', evidence: 'An email of 3 May' }
		expect((await act('confirm-claim', body)).body.message).toContain('only if its writer has agreed')
		expect((await act('confirm-claim', { ...body, writer_agreed: true })).status).toBe(200)
		await act('withdraw-claim', { claim: 'testimonial-2' })
	})

	test('can be confirmed with evidence, replaced and withdrawn, and every confirmation is kept', async () => {
		const body = { claim: 'creator-story', evidence: ' A diary of 2021, in the safe ' }
		expect((await act('confirm-claim', body, helper)).status).toBe(403)
		expect((await act('confirm-claim', { ...body, claim: 'rating-none' })).status).toBe(409)
		for (const evidence of ['', ' ', '\u0000', 'a'.repeat(2_001)])
			expect((await act('confirm-claim', { ...body, evidence })).status).toBe(400)
		expect((await act('confirm-claim', body)).status).toBe(200)
		expect(await claimOf('creator-story')).toMatchObject({
			is_shown: true,
			confirmation: { evidence: 'A diary of 2021, in the safe', by: owner.email, is_of_other_words: false },
		})
		const again = await act('confirm-claim', { ...body, preview: true })
		expect(again.body.will).toEqual([])
		await act('confirm-claim', { ...body, evidence: 'And a film' })
		const withdrawn = await act('withdraw-claim', { claim: 'creator-story', preview: true })
		expect(withdrawn.body.will).toContain(`The evidence that ${owner.email} gave stays on record.`)
		await act('withdraw-claim', { claim: 'creator-story', reason: 'not sure' })
		expect(await confirmations()).toEqual([
			{ evidence: 'A diary of 2021, in the safe', confirmed_by: owner.email, withdrawn_by: owner.email },
			{ evidence: 'And a film', confirmed_by: owner.email, withdrawn_by: owner.email },
		])
		// Nothing is left to do.
		expect((await act('withdraw-claim', { claim: 'creator-story', preview: true })).body.will).toEqual([])
	})

	test('is confirmed only once, even by several requests at the same time', async () => {
		const bearer = await owner.takeStep()
		const answers = await Promise.all(
			[1, 2, 3].map((one) =>
				actAdmin(
					world,
					'confirm-claim',
					{ claim: 'testimonial-1', evidence: `Email ${one}`, writer_agreed: true },
					{ bearer },
				),
			),
		)
		for (const { status } of answers) expect([200, 409]).toContain(status)
		const standing = await world.database.query(sql`
			select from shop.claim_confirmations where claim = 'testimonial-1' and withdrawn_at is null`)
		expect(standing).toHaveLength(1)
	})

	test('whose wording has changed since it was confirmed counts as unconfirmed', async () => {
		await world.database.query(sql`
			insert into shop.claim_confirmations (claim, words, evidence, confirmed_by)
			values ('downloads-student-guide', 'Student Guide: 3 downloads', 'The log', 'Ada')`)
		expect(await claimOf('downloads-student-guide')).toMatchObject({
			confirmation: { is_of_other_words: true },
		})
		expect(await readConfirmedClaims(world.database)).not.toContain('downloads-student-guide')
		await act('confirm-claim', { claim: 'downloads-student-guide', evidence: 'The new log' })
		expect(await readConfirmedClaims(world.database)).toContain('downloads-student-guide')
	})
})

describe('a review', () => {
	test('can be answered and hidden by a helper after a preview, and the log does not contain the texts', async () => {
		const id = await review(1, 'Too <b>short</b>')
		const preview = await act(
			'answer-review',
			{ review: id, text: ' The next\u202e is longer ', preview: true },
			helper,
		)
		expect(preview.body.will).toEqual([
			'Publishes below Person’s review of Student Guide (1 of 5): “The next  is longer”',
			expect.stringContaining('within about ten seconds'),
		])
		expect(await published(id)).toEqual([{ answer: null }])
		const { plan } = preview.body
		// Another member has answered in the meantime. The helper must see that answer before replacing it.
		await act('answer-review', { review: id, text: 'Sorry' })
		const late = await act('answer-review', { review: id, text: 'The next\u202e is longer', plan }, helper)
		expect(late).toMatchObject({ status: 409, body: { code: 'plan_changed' } })
		expect(late.body.details).toMatchObject({
			will: expect.arrayContaining(['It replaces your answer “Sorry”']),
		})
		await act('answer-review', { review: id, text: 'The next\u202e is longer' }, helper)
		expect(await published(id)).toEqual([{ answer: 'The next  is longer' }])

		expect((await act('hide-review', { review: id, because: 'negative' }, helper)).status).toBe(400)
		await act('hide-review', { review: id, because: 'personal data' }, helper)
		expect(await published(id)).toEqual([])
		expect((await read('reviews?show=hidden')).rows).toContainEqual(
			expect.objectContaining({ id, body: 'Too <b>short</b>', hidden_reason: 'personal data' }),
		)
		await act('show-review', { review: id }, helper)
		expect(await published(id)).toHaveLength(1)
		const again = await act('show-review', { review: id, preview: true }, helper)
		expect(again.body.will).toEqual([])

		const log = await world.database.query(sql`
			select command, staff_id, before, after, details from shop.owner_acts
			where details ->> 'review' = ${id} order by at, id`)
		expect(log).toMatchObject([
			{ command: 'answer-review', staff_id: owner.id },
			{ command: 'answer-review', staff_id: helper.id },
			{ command: 'hide-review', before: { hidden: null }, after: { hidden: 'personal data' } },
			{ command: 'show-review', before: { hidden: 'personal data' }, after: { hidden: null } },
		])
		expect(JSON.stringify(log)).not.toContain('longer')
	})

	test.each([
		['nothing', '  ', 400],
		['only characters that are not shown', '\u200b\u0001', 409],
		['more than 1,000 characters', 'a'.repeat(1_001), 400],
	])('is not answered with %s', async (_name, text, status) => {
		const id = await review(3)
		expect((await act('answer-review', { review: id, text })).status).toBe(status)
		expect(await published(id)).toEqual([{ answer: null }])
	})

	test('cannot be answered, hidden or shown once its writer has removed it', async () => {
		const gone = '11111111-1111-4111-8111-111111111111'
		for (const [name, rest] of [
			['answer-review', { text: 'Hello' }],
			['hide-review', { because: 'advert' }],
			['show-review', {}],
		] as const)
			expect(await act(name, { review: gone, ...rest }), name).toMatchObject({
				status: 409,
				body: { message: 'There is no such review. Its writer may have removed it.' },
			})
	})

	test('appears once in the list, which can be filtered by product and by missing answer', async () => {
		await runAsSuperuser(
			world,
			`set session_replication_role = replica;
			insert into auth.users (id, email, email_confirmed_at)
				select gen_random_uuid(), 'reader-' || n || '@student.test', now() from generate_series(1, 110) n;
			insert into public.reviews (user_id, catalogue_id, rating, author_name, acquired)
				select id, '1', 4, 'Reader', 'free' from auth.users where email like 'reader-%'`,
		)
		const ids: string[] = []
		let query = 'reviews?product=1&show=unanswered'
		for (let page = 0; page < 10; page += 1) {
			const { rows, next } = await read(query)
			ids.push(...rows.map(({ id }) => id))
			if (typeof next !== 'string') break
			query = `reviews?product=1&show=unanswered&after=${next}`
		}
		expect(ids.length).toBeGreaterThan(110)
		expect(new Set(ids).size).toBe(ids.length)
		expect((await read('reviews?product=2')).rows).toEqual([])
		const odd = await readAdmin(world, "reviews?after=1'--", { bearer: await owner.takeStep() })
		expect(odd.status).toBe(400)
	})
})
