import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { decisionsSchema } from '#server/shop/decisions.ts'
import { productNotFound } from '#server/shop/errors.ts'
import { DecisionError, PlanChanged, type PlannedAct, peopleInWords, peopleKeep } from '#server/shop/plan.ts'
import { productsApi } from '#shared/admin/products.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'

const declared = { roles: ['owner'], sensitive: true } as const

const takeOffSale = defineAct(productsApi['take-off-sale'], {
	...declared,
	does: 'takes a product off sale; its page says so, and its holders keep it',
	log: 'Took a product off sale',
	plan: async ({ database }, { product }, { by }) =>
		await planLeaving(database, { product, by, isGone: false }),
})

const withdrawProduct = defineAct(productsApi['withdraw-product'], {
	...declared,
	does: 'takes a product out of the shop; its page is gone, and its holders keep it',
	log: 'Withdrew a product',
	plan: async ({ database }, { product }, { by }) =>
		await planLeaving(database, { product, by, isGone: true }),
})

const putOnSale = defineAct(productsApi['put-on-sale'], {
	...declared,
	does: 'offers a product again that an owner has taken off sale or withdrawn',
	log: 'Put a product on sale again',
	plan: async ({ database }, { product: id }, { by }) => {
		const { title, slug, offSale, price, bundles } = await readAvailability(database, id)
		if (offSale === undefined) throw new DecisionError(`${title} isn’t off sale.`)
		return {
			will: [
				`${price === null ? `Gives ${title} away` : `Sells ${title} at ${formatPounds(price)}`} again, everywhere within about ten seconds. Its page is ${productPath({ slug })}.`,
				...bundles.map(
					(bundle) => `The bundle “${bundle}” is offered again with it, if nothing else is in its way.`,
				),
				'Nobody is emailed.',
			],
			basis: [offSale.at],
			execute: async (tx) => {
				await lockProduct(tx, id)
				if ((await readAvailability(tx, id)).offSale?.at !== offSale.at) throw new PlanChanged()
				await decide(tx, id, { by, change: 'put on sale again', decided: { offSale: undefined } })
				return { details: { product: id }, before: stateInLog(offSale), after: { offered: true } }
			},
		}
	},
})

export const offSaleActs = {
	'take-off-sale': takeOffSale,
	'withdraw-product': withdrawProduct,
	'put-on-sale': putOnSale,
}

interface Leaving {
	product: string
	by: string
	/** Whether its page is gone too. */
	isGone: boolean
}

async function planLeaving(
	database: Database,
	{ product: id, by, isGone }: Leaving,
): Promise<PlannedAct<null>> {
	const found = await readAvailability(database, id)
	const { title, offSale } = found
	if (found.comingSoon) throw new DecisionError(`${title} is coming soon: nobody can get it yet.`)
	if (found.hasLeft) throw new DecisionError(`${title} has left the shop already.`)
	if (offSale?.isGone === isGone) return { will: [] }
	return {
		will: await consequencesOf(database, { ...found, id, isGone }),
		basis: [offSale?.at],
		execute: async (tx) => {
			await lockProduct(tx, id)
			const now = await readAvailability(tx, id)
			if (now.offSale?.at !== offSale?.at || now.comingSoon || now.hasLeft) throw new PlanChanged()
			await decide(tx, id, {
				by,
				change: isGone ? 'withdrawn by an owner' : 'taken off sale',
				decided: { offSale: { by, at: now.at.toISOString(), isGone } },
			})
			return {
				details: { product: id },
				before: stateInLog(offSale),
				after: { offered: false, page: !isGone },
			}
		},
	}
}

async function consequencesOf(
	database: Pick<Database, 'query'>,
	{ id, title, slug, price, isGone, ...found }: State & { id: string; isGone: boolean },
): Promise<string[]> {
	const path = productPath({ slug })
	const ending = (await readBundlesOnSale(database)).filter(({ guides }) =>
		guides.some((guide) => guide.id === id),
	)
	return [
		`Nobody can ${price === null ? 'take' : 'buy'} ${title} any more, and no shelf, search or sitemap lists it, within about ten seconds.`,
		isGone
			? `Its page, ${path}, is gone: visitors read “Page not found” there.`
			: `Its page, ${path}, stays. It says that ${title} isn’t on sale at the moment, and asks search engines not to list it.`,
		found.holders === 0
			? 'Nobody has it yet.'
			: `${peopleKeep(found.holders)}: the downloads, reading online, and new editions.`,
		...(found.checkouts === 0
			? []
			: [
					`${peopleInWords(found.checkouts)} ${found.checkouts === 1 ? 'has' : 'have'} opened a checkout that can still be paid, for 23 hours at most. Those who pay there get the guide. No other checkout opens.`,
				]),
		...ending.map(({ title: bundle }) => `The bundle “${bundle}” isn’t offered as long as ${title} isn’t.`),
		...found.codes.map(
			(code) => `The code ${code} is for this guide, and lowers its price again once it’s back.`,
		),
		...(found.decisions.plannedPrice === undefined
			? []
			: ['The planned price takes effect at its time all the same, and counts once it’s back.']),
		'You can put it on sale again at any time.',
	]
}

const stateSchema = z.object({
	title: z.string(),
	slug: z.string(),
	price: z.int().nullable(),
	comingSoon: z.boolean(),
	withdrawn: z.boolean(),
	decisions: decisionsSchema,
	holders: z.int(),
	/** How many people may still be paying for it, alone or in a bundle. */
	checkouts: z.int(),
	/** The titles of the bundles with it. */
	bundles: z.array(z.string()),
	/** The codes that are for it by name. */
	codes: z.array(z.string()),
	at: z.date(),
})

type State = Awaited<ReturnType<typeof readAvailability>>

/** Reads a product with who has it, who may be paying for it, and what it is part of. Throws `product_not_found`. */
export async function readAvailability(database: Pick<Database, 'query'>, id: string) {
	const state = await maybeOne(
		database,
		sql`
		select p.title, p.slug, p.price_pence as price, p.coming_soon as "comingSoon", p.withdrawn, d.decisions, bought.*, now() as at,
			array(
				select b.title from shop.bundle_contents c join shop.bundles s on s.id = c.bundle_id join public.products b on b.id = s.id
				where c.catalogue_id = p.id and s.withdrawn_at is null order by 1
			) as bundles,
			array(
				select code from shop.discount_codes
				where p.id = any (catalogue_ids) and turned_off_at is null and (ends_at is null or ends_at > now()) order by 1
			) as codes
		from public.products p join shop.documents d on d.kind = 'product' and d.id = p.id
			cross join lateral (
				select count(distinct user_id) filter (where status = 'completed' and catalogue_id = p.id)::integer as holders,
					count(distinct user_id) filter (where status = 'pending')::integer as checkouts
				from public.purchases
				where catalogue_id = p.id or catalogue_id in (select bundle_id from shop.bundle_contents where catalogue_id = p.id)
			) bought
		where p.id = ${id}`,
		stateSchema,
	)
	if (state === undefined) throw productNotFound()
	const { offSale } = state.decisions
	return { ...state, offSale, hasLeft: state.withdrawn && offSale === undefined }
}

function stateInLog(offSale: State['offSale']) {
	return offSale === undefined ? { offered: true } : { offered: false, page: !offSale.isGone }
}
