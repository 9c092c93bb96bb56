import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config/config.ts'
import { planConfirmation, planWithdrawal } from '#server/features/claims/plan-claim.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createOutage } from '#server/platform/outage.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import { hidingReasons } from '#shared/admin/names.ts'
import type { ReviewSummary, ShopState } from '#shared/shop-state.ts'
import { signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { setPrice } from '#test/set-price.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { createWorld } from '#test/world.ts'

const world = await createWorld()
afterAll(async () => await world.close())

test('the pages are shown again only when the reviews change', async () => {
	const shown: ReviewSummary[][] = []
	const pages = await keepTestPages({
		database: world.database,
		show: async ({ reviews }) => void shown.push(reviews),
	})
	try {
		expect(shown).toEqual([[]])
		const client = await signedInClient(world)
		await client.from('purchases').insert(freeGuide())
		await pages.refresh()
		expect(shown).toHaveLength(1)
		await client.from('reviews').insert({ catalogue_id: '1', rating: 5, body: 'It <helped>' })
		await pages.refresh()
		await pages.refresh()
		expect(shown[1]).toMatchObject([{ catalogue_id: '1', count: 1, newest: [{ body: 'It <helped>' }] }])
		await world.database.query(sql`update public.reviews set hidden_at = now(), hidden_reason = 'advert'`)
		await pages.refresh()
		expect(shown[2]).toMatchObject([{ count: 0, hidden: { advert: 1 }, newest: [] }])
		await world.database.query(sql`update public.reviews set hidden_at = null, hidden_reason = null`)
		await pages.refresh()
		expect(shown[3]).toEqual(shown[1])
		await client.from('reviews').delete().eq('catalogue_id', '1')
		await pages.refresh()
		expect(shown[4]).toEqual([])
	} finally {
		pages.stop()
	}
})

test('a claim that an owner confirms is shown until it is withdrawn', async () => {
	const shown: (readonly string[])[] = []
	const site = { ...readConfig({}).site, marketingClaims: ['testimonial-1'] }
	const pages = await keepTestPages({
		database: world.database,
		site,
		show: async ({ claims }) => void shown.push(claims),
	})
	const ada = { by: 'Ada' }
	const context = { database: world.database, config: { site } }
	try {
		const confirmed = { claim: 'creator-story', evidence: 'A diary', writer_agreed: false }
		const confirmation = await planConfirmation(context, confirmed, ada)
		expect(confirmation.will[0]).toMatch(/^Shows “.+” on the pages within about ten seconds\.$/)
		await pages.refresh()
		expect(shown).toEqual([['testimonial-1']])
		await carryOut(world.database, confirmation, { command: 'confirm-claim', ...ada })
		await pages.refresh()
		expect(shown[1]).toEqual(['testimonial-1', 'creator-story'])
		const withdrawal = await planWithdrawal(context, { claim: 'creator-story' }, ada)
		await carryOut(world.database, withdrawal, { command: 'withdraw-claim', ...ada })
		await pages.refresh()
		expect(shown[2]).toEqual(['testimonial-1'])
	} finally {
		pages.stop()
	}
})

test('while the database does not answer, the pages stay as they are; a shop without pages does not start', async () => {
	const shown: unknown[] = []
	const show = async (state: unknown) => void shown.push(state)
	const broken = {
		query: () => Promise.reject(new Error('down')),
		asServer: () => Promise.reject(new Error('down')),
	}
	await expect(keepTestPages({ database: broken, show })).rejects.toThrow('down')
	const { database } = world
	const outage = createOutage(() => new Date())
	const pages = await keepTestPages({
		database: {
			query: (...asked) => database.query(...asked),
			asServer: (...asked) => database.asServer(...asked),
		},
		show,
		outage,
	})
	const silent = vi.spyOn(database, 'query').mockRejectedValue(new Error('Connection terminated'))
	await pages.refresh()
	silent.mockRestore()
	pages.stop()
	expect(shown).toHaveLength(1)
	// Another alert tells of the database.
	expect(outage.current()).toBeUndefined()
})

test('pages that cannot be rendered leave the earlier ones, and are tried again', async () => {
	const show = vi.fn(async (_: ShopState) => {})
	const pages = await keepTestPages({ database: world.database, show })
	try {
		show.mockRejectedValueOnce(new Error('could not be rendered'))
		await setPrice(world.database, '2', 1234)
		await pages.refresh()
		await pages.refresh()
		expect(show).toHaveBeenCalledTimes(3)
		expect(show.mock.lastCall?.[0].products.find(({ id }) => id === '2')).toMatchObject({ pricePence: 1234 })
	} finally {
		pages.stop()
		await setPrice(world.database, '2', 1499)
	}
})

test('a server whose first pages cannot be rendered shows the earlier ones, and does not start without any', async () => {
	const show = vi.fn(async (_: ShopState) => {}).mockRejectedValue(new Error('could not be rendered'))
	await expect(keepTestPages({ database: world.database, show })).rejects.toThrow('could not be rendered')
	const outage = createOutage(() => new Date())
	const pages = await keepTestPages({ database: world.database, show, outage, showEarlier: async () => true })
	try {
		expect(outage.current()?.reason).toBe('could not be rendered')
		show.mockResolvedValue()
		await pages.refresh()
		expect(outage.current()).toBeUndefined()
	} finally {
		pages.stop()
	}
})

test('a planned price that cannot begin keeps neither the pages nor the other planned prices', async () => {
	const outage = createOutage(() => new Date())
	const show = vi.fn(async (_: ShopState) => {})
	const pages = await keepTestPages({ database: world.database, show, outage })
	const decide = async (id: string, decisions: string) =>
		await runAsSuperuser(
			world,
			`set session_replication_role = replica;
			update shop.documents set decisions = '${decisions}', published_as = gen_random_uuid() where kind = 'product' and id = '${id}'`,
		)
	const planned = (pence: number) =>
		`{"plannedPrice": {"pence": ${pence}, "from": "2026-01-01T00:00:00Z", "by": "Ada"}}`
	try {
		// The table refuses a price of nothing.
		await decide('2', planned(0))
		await decide('3', planned(777))
		await pages.refresh()
		expect(outage.current()?.reason).toMatch(/^The planned price of product 2 could not begin: /)
		expect(show.mock.lastCall?.[0].products.find(({ id }) => id === '3')).toMatchObject({ pricePence: 777 })
	} finally {
		pages.stop()
		for (const id of ['2', '3']) await decide(id, '{}')
	}
})

test('a document in the database that fits no schema changes no page, and is reported until it is corrected', async () => {
	const outage = createOutage(() => new Date())
	const show = vi.fn(async (_: ShopState) => {})
	const pages = await keepTestPages({ database: world.database, show, outage })
	const publish = async (title: unknown) =>
		await runAsSuperuser(
			world,
			`update shop.documents set published = jsonb_set(published, '{title}', '${JSON.stringify(title)}'), published_as = gen_random_uuid()
			where kind = 'product' and id = '2'`,
		)
	try {
		await publish(1)
		await pages.refresh()
		expect(outage.current()?.reason).toContain('title')
		await publish('CV Secrets No One Tells You')
		await pages.refresh()
		expect(outage.current()).toBeUndefined()
		expect(show).toHaveBeenCalledTimes(1)
	} finally {
		pages.stop()
	}
})

test('the database accepts only the published reasons for hiding a review', async () => {
	const [check] = await world.database.query(
		sql`
		select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'reviews_hidden_reason_check'`,
		z.object({ definition: z.string() }),
	)
	expect(Array.from(check?.definition.matchAll(/'([^']+)'/g) ?? [], ([, reason]) => reason)).toEqual(
		hidingReasons,
	)
})
