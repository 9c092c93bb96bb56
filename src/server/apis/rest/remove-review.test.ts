import { afterAll, beforeEach, expect, test } from 'vitest'
import { planAnswer, planHiding, planShowing } from '#server/features/reviews/plan-review.ts'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import type { PlannedAct } from '#server/shop/plan.ts'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createTwoBuyers, freeGuide, resetPurchases } from '#test/two-buyers.ts'

// Ben owns CV Secrets ('2') and has reviewed it. Ada owns nothing.
const shop = await createTwoBuyers()
const { world, ada, ben, benId } = shop
beforeEach(async () => await resetPurchases(shop))
beforeEach(async () => await runAsSuperuser(world, 'truncate public.reviews, shop.outbox cascade'))
beforeEach(
	async () => void (await ben.from('reviews').insert({ catalogue_id: '2', rating: 2, body: 'Mine' })),
)
afterAll(async () => await world.close())

const remove = async (client = ben) => await client.from('reviews').delete().eq('catalogue_id', '2')
const byAda = { by: 'Ada' }
const act = async (planned: Promise<PlannedAct<null>>) =>
	await carryOut(world.database, await planned, { command: 'a decision', ...byAda })
const published = async () => (await anonymousClient(world).from('published_reviews').select('body')).data
const reviewId = async () => {
	const row = await one(world.database, sql`select id from public.reviews`, idRow)
	return row.id
}

test('removing a review removes its versions and answer, and the writer may write a new one', async () => {
	await ben.from('reviews').update({ rating: 3, body: 'Changed' }).eq('catalogue_id', '2')
	await act(planAnswer(world, { review: await reviewId(), text: 'Thank you' }, byAda))
	expect(await remove()).toMatchObject({ status: 204, error: null })
	expect(await published()).toEqual([])
	expect(await world.database.query(sql`select from public.review_versions`)).toEqual([])
	expect(await world.database.query(sql`select from shop.review_decisions`)).toEqual([])
	expect(
		await world.database.query(sql`select user_id, mailed_at from shop.outbox where list = 'reviews'`),
	).toEqual([{ user_id: benId, mailed_at: null }])
	expect((await ben.from('purchases').select('status').eq('catalogue_id', '2')).data).toEqual([
		{ status: 'completed' },
	])
	expect((await ben.from('reviews').insert({ catalogue_id: '2', rating: 4, body: 'New' })).error).toBeNull()
	expect(await published()).toEqual([{ body: 'New' }])
})

test('a buyer can still remove a review after a refund', async () => {
	await world.database.query(sql`update public.purchases set status = 'refunded' where user_id = ${benId}`)
	expect((await remove()).error).toBeNull()
	expect(await published()).toEqual([])
})

test('a hidden review cannot be removed, nor replaced by a new one', async () => {
	await act(planHiding(world, { review: await reviewId(), because: 'advert' }, byAda))
	expect((await ben.from('reviews').delete().eq('catalogue_id', '2').select('id')).data).toEqual([])
	expect((await ben.from('reviews').insert({ catalogue_id: '2', rating: 2 })).error).toMatchObject({
		code: '23505',
	})
	await act(planShowing(world, { review: await reviewId() }, byAda))
	expect((await ben.from('reviews').delete().eq('catalogue_id', '2').select('body')).data).toEqual([
		{ body: 'Mine' },
	])
})

test('only the writer can remove a review, and nobody can remove rows of other tables', async () => {
	expect((await ada.from('reviews').delete().eq('catalogue_id', '2').select('id')).data).toEqual([])
	expect((await remove(anonymousClient(world))).status).toBe(401)
	expect((await remove(serviceRoleClient(world))).error).toMatchObject({ code: '42501' })
	for (const table of ['published_reviews', 'purchases', 'receipts', 'downloads', 'products'])
		expect([table, (await ben.from(table).delete().not('id', 'is', null)).status]).toEqual([table, 403])
	expect(await published()).toEqual([{ body: 'Mine' }])
})

test.each([
	['without a filter', '', 400],
	['with a limit', '?catalogue_id=eq.2&limit=1', 400],
	['by a column that the API does not have', '?serial=eq.1', 400],
])('a removal %s is refused', async (_name, query, status) => {
	const { data } = await ben.auth.getSession()
	const headers = { authorization: `Bearer ${data.session?.access_token}`, apikey: world.keys.publishableKey }
	const answer = await world.request(`/rest/v1/reviews${query}`, { method: 'DELETE', headers })
	expect(answer.status).toBe(status)
	expect(await published()).toEqual([{ body: 'Mine' }])
})

test('deleting an account deletes its reviews', async () => {
	const carl = await signedInClient(world)
	await carl.from('purchases').insert(freeGuide())
	await carl.from('reviews').insert({ catalogue_id: '1', rating: 4, body: 'Useful' })
	await carl.from('reviews').update({ rating: 5 }).eq('catalogue_id', '1')
	expect(await published()).toHaveLength(2)
	const { data } = await carl.auth.getUser()
	await world.database.query(sql`delete from auth.users where id = ${data.user?.id}`)
	expect(await published()).toEqual([{ body: 'Mine' }])
	expect(
		await world.database.query(sql`select from public.review_versions where user_id <> ${benId}`),
	).toEqual([])
})
