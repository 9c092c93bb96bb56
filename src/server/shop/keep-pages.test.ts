import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/db/sql.ts'
import { planConfirmation, planWithdrawal } from '#server/shop/claims/plan-claim.ts'
import { keepPages } from '#server/shop/keep-pages.ts'
import { hidingReasons } from '#shared/admin/names.ts'
import { signedInClient } from '#test/clients.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'

const world = await createWorld()
afterAll(async () => await world.close())

test('the pages are filled in again only when the reviews change', async () => {
	const filled: string[] = []
	const reviews = keepPages({
		database: world.database,
		catalogue,
		site: readConfig({}).site,
		refill: async ({ markup }) => void filled.push(markup?.['reviews-student-guide'] ?? ''),
		log: pino({ level: 'silent' }),
	})
	try {
		const client = await signedInClient(world)
		await client.from('purchases').insert(freeGuide())
		await reviews.refresh()
		expect(filled).toEqual([])
		await client.from('reviews').insert({ catalogue_id: '1', rating: 5, body: 'It <helped>' })
		await reviews.refresh()
		const asked = vi.spyOn(world.database, 'query')
		await reviews.refresh()
		expect(asked).toHaveBeenCalledTimes(1)
		asked.mockRestore()
		expect(filled).toEqual([expect.stringContaining('It &lt;helped&gt;')])
		await world.database.query(sql`update public.reviews set hidden_at = now(), hidden_reason = 'advert'`)
		await reviews.refresh()
		expect(filled[1]).toContain('Hidden: 1 review (advert: 1).')
		expect(filled[1]).not.toContain('helped')
		await world.database.query(sql`update public.reviews set hidden_at = null, hidden_reason = null`)
		await reviews.refresh()
		expect(filled[2]).toBe(filled[0])
		await client.from('reviews').delete().eq('catalogue_id', '1')
		await reviews.refresh()
		expect(filled[3]).toContain('Nobody has reviewed it here yet.')
	} finally {
		reviews.stop()
	}
})

test('a claim that an owner confirms is shown until it is withdrawn', async () => {
	const filled: (readonly string[])[] = []
	const pages = keepPages({
		database: world.database,
		catalogue,
		site: { ...readConfig({}).site, marketingClaims: ['testimonial-1'] },
		refill: async ({ site }) => void filled.push(site.marketingClaims),
		log: pino({ level: 'silent' }),
	})
	const decided = { by: 'Ada', reason: undefined }
	const context = { database: world.database, shown: ['testimonial-1'] }
	try {
		await pages.refresh()
		const confirmation = await planConfirmation(
			context,
			{ id: 'creator-story', evidence: 'A diary' },
			decided,
		)
		expect(confirmation.will[0]).toMatch(/^Shows “.+” on the pages within about ten seconds\.$/)
		await pages.refresh()
		expect(filled).toEqual([])
		await confirmation.act()
		await pages.refresh()
		expect(filled).toEqual([['testimonial-1', 'creator-story']])
		const withdrawal = await planWithdrawal(context, 'creator-story', decided)
		await withdrawal.act()
		await pages.refresh()
		expect(filled[1]).toEqual(['testimonial-1'])
	} finally {
		pages.stop()
	}
})

test('while the database does not answer, the pages stay as they are', async () => {
	const filled: unknown[] = []
	const reviews = keepPages({
		database: { query: () => Promise.reject(new Error('down')) },
		catalogue,
		site: readConfig({}).site,
		refill: async (filling) => void filled.push(filling),
		log: pino({ level: 'silent' }),
	})
	await reviews.refresh()
	reviews.stop()
	expect(filled).toEqual([])
})

test('the database accepts only the published reasons for hiding a review', async () => {
	const [check] = await world.database.query<{ definition: string }>(sql`
		select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'reviews_hidden_reason_check'`)
	expect(Array.from(check?.definition.matchAll(/'([^']+)'/g) ?? [], ([, reason]) => reason)).toEqual(
		hidingReasons,
	)
})
