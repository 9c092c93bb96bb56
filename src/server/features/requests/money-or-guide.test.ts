import type { SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refundTermsSchema } from '#shared/refund-terms.ts'
import { actAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { isFull } from '#test/faults/run-options.ts'
import { atTheProvider, auditWhenSettled } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, admin: 'public', goods: true })
const bundle = { title: 'Job and money', sentence: 'Both.', price_pence: 1699, guides: ['2', '3'] }
let orders: Readonly<Record<'guide' | 'bundle', object>>
let readingFile = ''

beforeAll(async () => {
	const owner = await signedInMember(world, 'owner')
	const { body } = await actAdmin(world, 'make-bundle', bundle, { bearer: await owner.takeStep() })
	orders = { guide: cv, bundle: { productName: bundle.title, price: 16.99, stripeProductId: body.id } }
	const { name } = await one(
		world.database,
		sql`select name from public.products p, unnest(p.other_files) name where p.id = '2' and name like '%read%.json'`,
		z.object({ name: z.string() }),
	)
	readingFile = name
})

interface Abuser {
	client: SupabaseClient
	purchaseId: string
	checkoutSessionId: string
	/** The links to files that they have been given so far. */
	links: string[]
	hasGuide: boolean
	hasRefund: boolean
}

async function buy(what: 'guide' | 'bundle'): Promise<Abuser> {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, orders[what])
	await pay(world, checkoutSessionId)
	await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	const [terms] = await termsOf(client)
	expect(terms).toMatchObject({ because: 'unopened' })
	return {
		client,
		purchaseId: terms?.purchaseId ?? '',
		checkoutSessionId,
		links: [],
		hasGuide: false,
		hasRefund: false,
	}
}

async function termsOf(client: SupabaseClient) {
	const { data } = await client.functions.invoke('refund-terms', { body: {} })
	return z.object({ purchases: z.array(refundTermsSchema) }).parse(data).purchases
}

async function linkTo({ client, links }: Abuser, file: string): Promise<string[]> {
	const { data } = await client.storage.from('pdfs').createSignedUrl(file, 60)
	if (data !== null) links.push(data.signedUrl)
	return data === null ? [] : [data.signedUrl]
}

async function take(abuser: Abuser, links: readonly string[], headers: HeadersInit = {}): Promise<void> {
	await Promise.all(
		links.map(async (link) => {
			const response = await fetch(link, { headers })
			const { byteLength } = await response.arrayBuffer()
			if (response.ok && byteLength > 0) abuser.hasGuide = true
		}),
	)
}

const moves = {
	download: async (abuser) => await take(abuser, await linkTo(abuser, 'CV.zip')),
	read: async (abuser) => await take(abuser, await linkTo(abuser, readingFile)),
	/** Gets a link and doesn't use it yet. */
	'keep a link': async (abuser) => void (await linkTo(abuser, 'CV.zip')),
	resume: async (abuser) => await take(abuser, abuser.links.slice(0, 1), { range: 'bytes=1-' }),
	/** Gives every link to others, who have no account. */
	'pass on': async (abuser) => await take(abuser, [...abuser.links, ...abuser.links]),
	ask: async (abuser) => {
		const { client, purchaseId } = abuser
		const body = { purchaseId, way: 'refund' }
		const { error } = await client.functions.invoke('request-refund', { body })
		if (error === null) abuser.hasRefund = true
	},
	/** The bank refuses to dispute what has been given back. */
	dispute: async ({ checkoutSessionId }) =>
		await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/dispute`).catch(() => {}),
	/** Lets the shop hear of what has happened at the bank. */
	wait: async () => await world.runJobs(),
} satisfies Record<string, (abuser: Abuser) => Promise<void>>

const names = Object.keys(moves) as (keyof typeof moves)[]

// A download that the success page starts by itself isn't among the moves: it counts as unopened, by the promise of the refund page.
test('nobody gets both the guide and its money back, whatever they do in whatever order', async () => {
	let refunds = 0
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom('guide', 'bundle'),
			fc.array(fc.array(fc.constantFrom(...names, 'ask', 'ask'), { minLength: 1, maxLength: 3 }), {
				minLength: 1,
				maxLength: 4,
			}),
			async (what, rounds) => {
				const abuser = await buy(what)
				for (const atOnce of rounds) await Promise.all(atOnce.map((name) => moves[name](abuser)))
				await world.runJobs()
				expect(abuser.hasGuide && abuser.hasRefund, 'has both').toBe(false)
				await moves.download(abuser)
				await moves['pass on'](abuser)
				if (abuser.hasRefund) expect(abuser.hasGuide, 'got the guide after the money').toBe(false)
				const { paid, returned } = await one(
					world.database,
					sql`
					select r.amount_pence as paid, coalesce((
						select sum(f.amount_pence)::integer from public.refunds f where f.purchase_id = r.purchase_id and f.stands
					), 0) as returned
					from public.receipts r where r.purchase_id = ${abuser.purchaseId}`,
					z.object({ paid: z.int(), returned: z.int() }),
				)
				expect(returned).toBeLessThanOrEqual(paid)
				if (abuser.hasRefund) refunds += 1
			},
		),
		{
			numRuns: isFull ? 150 : 12,
			examples: [
				['guide', [['ask']]],
				['bundle', [['keep a link'], ['ask', 'resume']]],
				['guide', [['keep a link'], ['ask', 'pass on'], ['dispute', 'wait'], ['ask']]],
			],
		},
	)
	expect(refunds, 'some got their money back').toBeGreaterThan(0)
	expect(await auditWhenSettled(world)).toEqual([])
})
