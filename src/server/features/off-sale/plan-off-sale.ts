import { defineAct } from '#server/admin-api/define-act.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { DecisionError, PlanChanged, type PlannedAct, peopleInWords, peopleKeep } from '#server/shop/plan.ts'
import { productsApi } from '#shared/admin/products.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'
import { type Availability, readAvailability } from './read-availability.ts'

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
	{ id, title, slug, price, isGone, ...found }: Availability & { id: string; isGone: boolean },
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

function stateInLog(offSale: Availability['offSale']) {
	return offSale === undefined ? { offered: true } : { offered: false, page: !offSale.isGone }
}
