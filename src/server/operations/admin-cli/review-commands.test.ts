import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()
const writer = await signedInClient(world)
await writer.from('purchases').insert(freeGuide())
const { data } = await writer
	.from('reviews')
	.insert({ catalogue_id: '1', rating: 1, body: 'Too short.\nAnd plain.' })
	.select('id')
const id = String(data?.[0]?.id)

const admin = (...argv: string[]) => runAdmin(adminContextOf(world), ...argv)
const published = async () => (await anonymousClient(world).from('published_reviews').select('*')).data ?? []
const decisions = async () =>
	await world.database.query(sql`select decision, said, decided_by from shop.review_decisions order by id`)

test('the owner lists, answers, hides and shows a review, and each decision is recorded', async () => {
	const listed = (await admin('reviews')).join('\n')
	expect(listed).toMatch(
		new RegExp(
			`^Id: ${id}\nWritten at: .*\nEdited at: –\nProduct: Student Guide\nRating: 1\nBody: Too short.\n  And plain.\nAuthor: Person\nAcquired: free\n`,
		),
	)
	await admin('answer-review', id, '--text', 'The next edition\u202E is longer.')
	expect(await published()).toMatchObject([{ answer: 'The next edition  is longer.', rating: 1 }])
	expect(await admin('reviews', 'unanswered')).toEqual(['None.'])
	await admin('hide-review', id, 'advert')
	expect(await published()).toEqual([])
	expect(await admin('reviews', 'hidden')).toContain('Hidden reason: advert')
	expect((await writer.from('reviews').select('hidden_reason, rating')).data).toEqual([
		{ hidden_reason: 'advert', rating: 1 },
	])
	await writer.from('reviews').update({ body: 'Edited while hidden' }).eq('id', id)
	expect(await published()).toEqual([])
	await admin('show-review', id, '--by', 'Ben')
	expect(await published()).toMatchObject([{ body: 'Edited while hidden', edited: true }])
	expect(await decisions()).toEqual([
		{ decision: 'answered', said: 'The next edition  is longer.', decided_by: 'Ada' },
		{ decision: 'hidden', said: 'advert', decided_by: 'Ada' },
		{ decision: 'shown', said: null, decided_by: 'Ben' },
	])
})

test('hiding a review requires one of the listed reasons and the name of the person who hides it', async () => {
	await expect(admin('hide-review', id)).rejects.toThrow(/<unlawful\|personal data\|.*> is missing/)
	await expect(admin('hide-review', id, 'negative')).rejects.toThrow(/because: .*"unlawful"/)
	for (const command of [
		['hide-review', id, 'advert'],
		['show-review', id],
	])
		await expect(admin(...command, '--by', ' ')).rejects.toThrow(/--by "Ada"/)
	await expect(admin('answer-review', id)).rejects.toThrow(/<text> is missing/)
	await expect(admin('answer-review', id, 'a'.repeat(1001))).rejects.toThrow(/1000/)
	await expect(admin('hide-review', 'x', 'advert')).rejects.toThrow(/review: Invalid UUID/)
	await expect(admin('reviews', 'bad')).rejects.toThrow(/show: .*"unanswered"/)
	const unknown = '11111111-1111-4111-8111-111111111111'
	await expect(admin('hide-review', unknown, 'advert')).rejects.toThrow(/no such review/)
	expect(await published()).toHaveLength(1)
	expect(await decisions()).toHaveLength(3)
})
