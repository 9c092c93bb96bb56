import { defineAct } from '#server/admin-api/define-act.ts'
import { codesLeavingTooLittle, leastPence } from '#server/features/codes/least-price.ts'
import { findDocument } from '#server/features/content/document-rows.ts'
import { findSentences } from '#server/features/content/draft-claims.ts'
import { shortened } from '#server/features/content/sentences.ts'
import { sentencesIn } from '#server/features/content/sounds-like-claim.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import { readAvailability } from '#server/features/off-sale/read-availability.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { DecisionError, PlanChanged, peopleInWords, peopleKeep } from '#server/shop/plan.ts'
import { productsApi } from '#shared/admin/products.ts'
import { momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { pricesAt, withoutPlannedPrice, withPrice } from './decided-prices.ts'

const declared = { roles: ['owner'], sensitive: true } as const
/** What a sentence says that may no longer be true. */
const aboutPrice = /\b(?:free(?!\sto\sread)|paid|you\spay|pay\sagain|price|card|refund\w*|money\sback)\b|£/iu
const mostSentences = 12

const giveAway = defineAct(productsApi['give-away'], {
	...declared,
	does: 'gives a product away that was sold until now; its buyers keep it',
	log: 'Gave a product away',
	plan: async ({ database }, { product: id }, { by }) => {
		const { title, price, holders, checkouts, codes, planned } = await readOffered(database, id)
		if (price === null) return { will: [] }
		const ending = (await readBundlesOnSale(database)).filter(({ guides }) =>
			guides.some((guide) => guide.id === id),
		)
		return {
			will: [
				`Gives ${title} away instead of selling it at ${formatPounds(price)}, everywhere within about ten seconds: on its page, on the shelves and under “Free”.`,
				holders === 0 ? 'Nobody has bought it yet.' : `${peopleKeep(holders)}. Nobody is refunded by this.`,
				...(checkouts === 0
					? []
					: [
							`${peopleInWords(checkouts)} ${checkouts === 1 ? 'has' : 'have'} opened a checkout that can still be paid, for 23 hours at most. Those who pay there get the guide, and you can refund them. No other checkout opens.`,
						]),
				...ending.map(
					({ title: bundle }) => `The bundle “${bundle}” isn’t offered as long as ${title} is free.`,
				),
				...codes.map((code) => `The code ${code} takes nothing off it as long as it’s free.`),
				...(planned === undefined
					? []
					: [
							`The price of ${formatPounds(planned.pence)} planned from ${momentOf(new Date(planned.from))} is cancelled.`,
						]),
				...(await wordsAboutPrice(database, id)),
				'You can sell it again at any time.',
			],
			execute: async (tx) => {
				await lockProduct(tx, id)
				const now = await readOffered(tx, id)
				if (now.price !== price || now.planned?.from !== planned?.from) throw new PlanChanged()
				await decide(tx, id, {
					by,
					change: 'given away',
					decided: {
						...withoutPlannedPrice(pricesAt(now.at, now.decisions), by),
						free: { isFree: true, by, at: now.at.toISOString() },
					},
				})
				return { details: { product: id }, before: { price_pence: price }, after: { price_pence: null } }
			},
		}
	},
})

const sell = defineAct(productsApi.sell, {
	...declared,
	does: 'sells a product that was free until now; whoever has it keeps it',
	log: 'Sold a product that was free',
	plan: async ({ database }, { product: id, price_pence: pence }, { by }) => {
		const { title, price, holders } = await readOffered(database, id)
		if (price !== null)
			throw new DecisionError(`${title} is sold at ${formatPounds(price)} already. Change its price instead.`)
		const cheap = await codesLeavingTooLittle(database, { productId: id, pence })
		if (cheap.length > 0)
			throw new DecisionError(
				`With the code ${cheap.join(' or ')}, ${title} would cost less than ${formatPounds(leastPence)}, and Stripe takes no smaller payment. Turn the code off first.`,
			)
		return {
			will: [
				`Sells ${title} at ${formatPounds(pence)} instead of giving it away, everywhere within about ten seconds: on its page, on the shelves and under “Premium”.`,
				holders === 0
					? 'Nobody has taken it yet.'
					: `${peopleKeep(holders)}: the downloads, reading online, and new editions. They pay nothing.`,
				'VAT is charged at the rate shown under its price afterwards, which you can change there. Ask an accountant whether it is an e-book.',
				...(await wordsAboutPrice(database, id)),
				'You can give it away again at any time.',
			],
			execute: async (tx) => {
				await lockProduct(tx, id)
				const now = await readOffered(tx, id)
				if (now.price !== null) throw new PlanChanged()
				const at = now.at.toISOString()
				await decide(tx, id, {
					by,
					change: 'sold',
					decided: { ...withPrice(now.decisions, { pence, from: at, by }), free: { isFree: false, by, at } },
				})
				return { details: { product: id }, before: { price_pence: null }, after: { price_pence: pence } }
			},
		}
	},
})

export const freeActs = { 'give-away': giveAway, sell }

/** Names the sentences of a product's own words that speak of what it costs. */
async function wordsAboutPrice(database: Pick<Database, 'query'>, id: string): Promise<string[]> {
	const name = { kind: 'product', id } as const
	const document = await findDocument(database, name)
	const found = findSentences(name, document?.published, (text) =>
		sentencesIn(text).filter((sentence) => aboutPrice.test(sentence)),
	)
	return [
		'Its own words stay as they are. Read them under Words.',
		...found
			.slice(0, mostSentences)
			.map(({ field, sentence }) => `“${shortened(sentence, 80)}” may no longer be true (${field}).`),
	]
}

/** Reads a product that visitors can get now. Throws `DecisionError` if they can't. */
async function readOffered(database: Pick<Database, 'query'>, id: string) {
	const found = await readAvailability(database, id)
	const { title, comingSoon, withdrawn, decisions, at } = found
	if (comingSoon)
		throw new DecisionError(`${title} is coming soon: decide what it costs when you release it.`)
	if (withdrawn) throw new DecisionError(`${title} isn’t on sale. Put it on sale again first.`)
	return { ...found, planned: pricesAt(at, decisions).plannedPrice }
}
