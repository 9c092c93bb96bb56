import { z } from 'zod'
import { type Actor, defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { codesLeavingTooLittle, leastPence } from '#server/features/codes/least-price.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { decisionsSchema } from '#server/shop/decisions.ts'
import { productNotFound } from '#server/shop/errors.ts'
import { DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { productsApi } from '#shared/admin/products.ts'
import { momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { pricesAt, withoutPlannedPrice, withPrice } from './decided-prices.ts'
import { freeActs } from './plan-free.ts'
import { setVatRate } from './plan-vat-rate.ts'

type PriceContext = Pick<AdminDependencies, 'database'>

const stateSchema = z.object({
	title: z.string(),
	pence: z.int().nullable(),
	comingSoon: z.boolean(),
	withdrawn: z.boolean(),
	decisions: decisionsSchema,
	at: z.date(),
	begins: z.date(),
	ends: z.date().nullable(),
	isPast: z.boolean(),
	isFar: z.boolean(),
})

/** Plans to change the price of a paid product, now or later, for good or for a time. A product has at most one planned price. */
export async function planPrice(
	{ database }: PriceContext,
	{ product: productId, price_pence: pence, from, until }: Parsed<'set-price'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const found = await readState(database, productId, { from, until })
	const { title, pence: before, planned, plannedFrom, begins, ends } = found
	if (found.withdrawn) throw new DecisionError(`${title} isn’t on sale, so its price can’t be changed.`)
	if (found.comingSoon)
		throw new DecisionError(`${title} is coming soon: it has a price once it is released.`)
	if (before === null)
		throw new DecisionError(`${title} is free, so it has no price. To sell it, press “Sell it”.`)
	if (found.isPast)
		throw new DecisionError('That time has passed. Choose a later one, or change the price now.')
	if (ends !== null && ends <= begins)
		throw new DecisionError('The price would end before it begins. Choose a later end.')
	if (found.isFar) throw new DecisionError('A price can be planned for a year at most.')
	const isPlanned = from !== undefined || ends !== null
	if (isPlanned && planned !== null && plannedFrom !== null)
		throw new DecisionError(
			`A price of ${formatPounds(planned)} is already planned from ${momentOf(plannedFrom)}. Cancel that first.`,
		)
	const codes = await codesLeavingTooLittle(database, { productId, pence })
	if (codes.length > 0)
		throw new DecisionError(
			`With the code ${codes.join(' or ')}, ${title} would then cost less than ${formatPounds(leastPence)}, and Stripe takes no smaller payment. Turn the code off first.`,
		)
	const ending = await bundlesEndedBy(database, { productId, pence })
	const [was, is] = [formatPounds(before), formatPounds(pence)]
	const starts = from === undefined ? 'from now on' : `from ${momentOf(begins)}`
	const times = ends === null ? starts : `${from === undefined ? 'from now' : starts} until ${momentOf(ends)}`
	const when = isPlanned ? `${times}, London time` : times
	return {
		will:
			pence === before
				? []
				: [
						`Sells ${title} at ${is} instead of ${was}, ${when}.`,
						from === undefined
							? 'Every page shows the new price within about ten seconds, without the old one beside it.'
							: 'Every page shows the new price within about ten seconds of that time, without the old one beside it. You can cancel it until then.',
						`A buyer who has opened a checkout at ${was} by then pays ${was} there, and gets the guide. Every other checkout shows the new price before anybody pays.`,
						...(ends === null ? [] : [`From ${momentOf(ends)} on it costs ${was} again.`]),
						...ending.map(
							(bundle) =>
								`The bundle “${bundle}” is then no longer offered, because its guides cost no more when bought one by one.`,
						),
						'Past purchases and their receipts stay as they are.',
						...(planned !== null && plannedFrom !== null
							? [
									`The planned price of ${formatPounds(planned)} from ${momentOf(plannedFrom)} stays as it is.`,
								]
							: []),
					],
		execute: async (tx) => {
			await lockProduct(tx, productId)
			const now = await readState(tx, productId, { from, until })
			if (now.pence !== before || !isSamePlan(now, found) || now.isPast)
				throw new DecisionError('Somebody else has just changed the price. Check it again.')
			const price = { pence, from: (from === undefined ? now.at : begins).toISOString(), by }
			const thereafter = ends === null ? undefined : { pence: before, from: ends.toISOString() }
			const { plannedPrice } = now.prices
			await decide(
				tx,
				productId,
				from === undefined
					? {
							by,
							change: 'price set',
							decided: {
								...withPrice(now.prices, price),
								plannedPrice: thereafter === undefined ? plannedPrice : { ...thereafter, by },
							},
						}
					: {
							by,
							change: 'price planned',
							decided: { ...now.prices, plannedPrice: { ...price, thereafter } },
						},
			)
			return {
				details: { product: productId },
				before: { price_pence: before },
				after: {
					price_pence: pence,
					...(from === undefined ? {} : { from: begins.toISOString() }),
					...(ends === null ? {} : { until: ends.toISOString() }),
				},
			}
		},
	}
}

/** Returns the titles of the bundles that would no longer be offered if one of their guides had this price. */
async function bundlesEndedBy(
	database: Pick<Database, 'query'>,
	{ productId, pence }: { productId: string; pence: number },
): Promise<string[]> {
	const bundles = await readBundlesOnSale(database)
	return bundles.flatMap(({ title, price_pence: price, sum_pence: sum, guides }) => {
		const guide = guides.find(({ id }) => id === productId)
		return guide !== undefined && price >= sum - guide.price_pence + pence ? [title] : []
	})
}

/** Plans to cancel the planned price of a product. */
export async function planCancelling(
	{ database }: PriceContext,
	{ product: productId }: Parsed<'cancel-price'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const found = await readState(database, productId)
	const { title, pence, planned, plannedFrom } = found
	if (planned === null || plannedFrom === null || pence === null)
		throw new DecisionError(`No price is planned for ${title}. It may already have taken effect.`)
	return {
		will: [
			`Cancels the price of ${formatPounds(planned)} planned from ${momentOf(plannedFrom)}.`,
			`${title} stays at ${formatPounds(pence)}. Nothing changes for anybody.`,
		],
		execute: async (tx) => {
			await lockProduct(tx, productId)
			const now = await readState(tx, productId)
			if (!isSamePlan(now, found))
				throw new DecisionError('It has taken effect, or somebody else has cancelled it.')
			await decide(tx, productId, {
				by,
				change: 'planned price cancelled',
				decided: withoutPlannedPrice(now.prices, by),
			})
			return {
				details: { product: productId },
				before: { price_pence: planned, from: plannedFrom.toISOString() },
				after: { price_pence: pence },
			}
		},
	}
}

export const priceOperations = {
	...freeActs,
	'set-vat-rate': setVatRate,
	'set-price': defineAct(productsApi['set-price'], {
		does: 'sets the price of a paid product, now or from a given time, for good or until a given time',
		log: 'Set a price',
		roles: ['owner'],
		sensitive: true,
		plan: planPrice,
	}),
	'cancel-price': defineAct(productsApi['cancel-price'], {
		does: 'cancels the planned price of a product',
		log: 'Cancelled a planned price',
		roles: ['owner'],
		sensitive: true,
		plan: planCancelling,
	}),
}

type PlannedPrice = Pick<Awaited<ReturnType<typeof readState>>, 'planned' | 'plannedFrom'>

function isSamePlan(one: PlannedPrice, other: PlannedPrice): boolean {
	return one.planned === other.planned && one.plannedFrom?.getTime() === other.plannedFrom?.getTime()
}

/** Reads the state of a product. A planned price whose time has come is no longer planned, even if it has not begun yet. */
async function readState(
	database: Pick<Database, 'query'>,
	id: string,
	{ from, until }: { from?: string | undefined; until?: string | undefined } = {},
) {
	const state = await maybeOne(
		database,
		sql`
		with times as (
			select coalesce(${from ?? null}::timestamp at time zone 'Europe/London', now()) as begins,
				${until ?? null}::timestamp at time zone 'Europe/London' as ends
		)
		select p.title, p.price_pence as pence, p.coming_soon as "comingSoon", p.withdrawn, coalesce(d.decisions, '{}') as decisions,
			now() as at, begins, ends, begins < now() as "isPast", coalesce(ends, begins) > now() + interval '1 year' as "isFar"
		from public.products p cross join times left join shop.documents d on d.kind = 'product' and d.id = p.id
		where p.id = ${id}`,
		stateSchema,
	)
	if (state === undefined) throw productNotFound()
	const prices = pricesAt(state.at, state.decisions)
	const { pence: planned = null, from: starts } = prices.plannedPrice ?? {}
	return { ...state, prices, planned, plannedFrom: starts === undefined ? null : new Date(starts) }
}
