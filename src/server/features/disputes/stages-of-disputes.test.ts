import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readDisputes } from '#server/operations/alerts/record-troubles.ts'
import { sql } from '#server/platform/db/sql.ts'
import { homeApi } from '#shared/admin/home.ts'
import { actAdmin, cardsAbout, createShopAndOwner, readAdmin } from '#test/admin-api.ts'
import { atTheProvider, type Sale, sell, tamper } from '#test/money-ledger.ts'

const { world, owner } = await createShopAndOwner()
afterAll(async () => await world.close())

const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: owner.accessToken })

async function cardOf({ purchaseId }: Sale) {
	const [card] = await cardsAbout(world, owner, { kind: 'dispute', purchaseId })
	return card
}

async function shown(dispute: string) {
	const { body } = await readAdmin(world, `dispute?dispute=${dispute}`, { bearer: owner.accessToken })
	return homeApi.dispute.output.parse(body)
}

async function follow(): Promise<void> {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
}

async function press(path: string, fields: Record<string, string> = {}): Promise<void> {
	await atTheProvider(world, path, fields)
	await follow()
}

async function disputed(fields: Record<string, string> = {}) {
	const sale = await sell(world)
	await press(`checkout-sessions/${sale.checkoutSessionId}/dispute`, fields)
	const [row] = await world.database.query(
		sql`select id from shop.disputes where payment_intent_id = ${sale.paymentIntentId}`,
		z.object({ id: z.string() }),
	)
	return { sale, dispute: row?.id ?? '' }
}

const eventsSchema = z.array(
	z.object({ event: z.object({ data: z.object({ object: z.looseObject({ id: z.string() }) }) }) }),
)
const evidenceSchema = z.object({
	evidence: z.looseObject({ uncategorized_text: z.string().nullable(), appeal: z.unknown().optional() }),
})

/** Returns the evidence that the provider has now. */
async function evidenceOf(dispute: string) {
	const response = await fetch(`${world.sandboxUrl}/stripe/events.json`)
	const events = eventsSchema.parse(await response.json())
	const newest = events.map(({ event }) => event.data.object).find(({ id }) => id === dispute)
	return evidenceSchema.parse(newest).evidence
}

describe('an appeal', () => {
	test('shows its deadline, and has an answer of its own, which is sent once as the evidence of an appeal', async () => {
		const { sale, dispute } = await disputed()
		const first = 'They read the whole guide.'
		expect((await act('send-answer', { dispute, text: first })).status).toBe(200)
		await press(`disputes/${dispute}/close`, { status: 'lost' })
		expect(await cardOf(sale)).toBeUndefined()
		await press(`disputes/${dispute}/appeal`)
		expect(await cardOf(sale)).toMatchObject({
			stage: 'appeal',
			answer_by: expect.any(String),
			has_draft: false,
			sent_at: null,
		})
		// The draft begins with what the bank has been told.
		expect(await shown(dispute)).toMatchObject({
			stage: 'appeal',
			is_draft: false,
			text: first,
			sent_at: null,
		})
		const kept = await act('keep-answer', { dispute, text: 'A draft of the appeal.' })
		expect(kept.status).toBe(200)
		expect(await cardOf(sale)).toMatchObject({ has_draft: true })
		const text = 'The bank has overlooked the downloads.'
		const input = { dispute, text, over: kept.body.saved_at }
		const { plan, will } = (await act('send-answer', { ...input, preview: true })).body
		expect(String(will)).toContain('as your appeal')
		const answers = await Promise.all(Array.from({ length: 6 }, () => act('send-answer', { ...input, plan })))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(await evidenceOf(dispute)).toMatchObject({
			uncategorized_text: first,
			appeal: { card: { reason_for_filing: text } },
		})
		expect(await cardOf(sale)).toBeUndefined()
		const kinds = await world.database.query(
			sql`select stage, text, sent_at is not null as sent from shop.dispute_answers where dispute_id = ${dispute} order by stage`,
			z.object({ stage: z.string(), text: z.string(), sent: z.boolean() }),
		)
		expect(kinds).toEqual([
			{ stage: 'appeal', text, sent: true },
			{ stage: 'dispute', text: first, sent: true },
		])
		await press(`disputes/${dispute}/close`, { status: 'won' })
		const sold = await readAdmin(world, `sale?id=${sale.purchaseId}`, { bearer: owner.accessToken })
		expect(sold.body).toMatchObject({ status: 'completed', disputes: [{ state: 'won' }] })
	})

	test('is emailed as news of its own, also if its dispute was never answered', async () => {
		const { dispute } = await disputed()
		await press(`disputes/${dispute}/close`, { status: 'lost' })
		await press(`disputes/${dispute}/appeal`)
		const trouble = await readDisputes(world.database, world.clock.now())
		expect(trouble?.cases.map(({ id }) => id)).toContain(`${dispute} appeal`)
		expect(trouble?.facts.map(({ value }) => value).join()).toContain('lost; appeal by ')
		// The text of the dispute was never sent, so the draft is written from the records.
		expect((await shown(dispute)).text).toContain('they agreed to this: “')
	})

	test('that is no longer open when the text is sent gets nothing', async () => {
		const { dispute } = await disputed()
		await press(`disputes/${dispute}/close`, { status: 'lost' })
		await press(`disputes/${dispute}/appeal`)
		await atTheProvider(world, `disputes/${dispute}/close`, { status: 'lost' })
		const late = await act('send-answer', { dispute, text: 'Too late.' })
		expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('already decided')])
		expect((await evidenceOf(dispute)).uncategorized_text).toBeNull()
	})
})

test('an inquiry that was answered and becomes a dispute is answered once more', async () => {
	const { sale, dispute } = await disputed({ reason: 'inquiry' })
	expect(await cardOf(sale)).toMatchObject({ stage: 'inquiry' })
	expect((await act('send-answer', { dispute, text: 'To the inquiry.' })).status).toBe(200)
	expect(await cardOf(sale)).toBeUndefined()
	await press(`disputes/${dispute}/escalate`)
	expect(await cardOf(sale)).toMatchObject({ stage: 'dispute', has_draft: false })
	expect((await act('send-answer', { dispute, text: 'To the dispute.' })).status).toBe(200)
	expect((await act('send-answer', { dispute, text: 'Again.' })).status).toBe(409)
	expect((await evidenceOf(dispute)).uncategorized_text).toBe('To the dispute.')
})

test('a deadline that Stripe has moved is noticed without its event', async () => {
	const { sale, dispute } = await disputed()
	const before = await cardOf(sale)
	await tamper(world, `update shop.disputes set answer_by = answer_by - interval '2 days' where id = $1`, [
		dispute,
	])
	await follow()
	expect(await cardOf(sale)).toEqual(before)
})
