import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesOf } from '#server/platform/http/render-pages.ts'
import { storingRenderer } from '#server/platform/http/stored-pages.ts'
import { loadWebBuild } from '#server/platform/http/web-build.ts'
import type { OfferedProduct, ShopState } from '#shared/shop-state.ts'
import { shopStateOf } from '#test/shop-state.ts'
import type { Figure } from './figure.ts'

const products = 500
const changes = 5

/** Measures what it costs a server to show a changed price in a shop of five hundred products. */
export async function renderFigures(): Promise<Figure[]> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-bench-render-'))
	const built = await loadWebBuild({ siteUrl: 'https://shop.test', hstsSubdomains: false })
	const { render } = await storingRenderer(folder, {
		onUnstored: (error) => {
			throw error
		},
	})
	async function show(state: ShopState): Promise<{ rendering: number; all: number }> {
		const before = process.cpuUsage()
		const rendered = await render(state, built.shown)
		const rendering = secondsSince(before)
		await built.show(filesOf(rendered))
		return { rendering, all: secondsSince(before) }
	}
	const state = largeShop()
	try {
		await show(state)
		const measured = []
		for (let change = 1; change <= changes; change += 1)
			measured.push(await show(withPrice(state, state.products.length - 5 * change, 500 + change)))
		return [
			{
				name: `a price changed among ${products} products: rendered`,
				unit: 's of processor time',
				values: measured.map(({ rendering }) => rendering),
				limit: { atMost: 2 },
			},
			{
				name: 'the same, with compressing',
				unit: 's of processor time',
				values: measured.map(({ all }) => all),
			},
		]
	} finally {
		await rm(folder, { recursive: true })
	}
}

function secondsSince(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before)
	return (user + system) / 1e6
}

/** Returns the starter shop with as many more guides, free and paid ones in all categories. */
function largeShop(): ShopState {
	const state = shopStateOf({})
	const models = state.products.filter(({ comingSoon }) => !comingSoon)
	const categories = [...new Set(state.products.map(({ category }) => category))]
	const more = Array.from({ length: products - state.products.length }, (_, index): OfferedProduct => {
		const { shortPath: _shortPath, ...model } = pick(models, index)
		return {
			...model,
			id: String(index + 100),
			slug: `guide-${index}`,
			title: `Guide number ${index}`,
			shortTitle: `Guide ${index}`,
			category: pick(categories, index),
			stripeProductId: model.isFree ? null : `prod_${index}`,
			pdfFileName: `Guide-${index}.pdf`,
		}
	})
	return { ...state, products: [...state.products, ...more] }
}

function pick<Item>(items: readonly Item[], index: number): Item {
	const item = items[index % items.length]
	if (item === undefined) throw new Error('nothing to pick from')
	return item
}

/** Returns the state with the price of a paid product changed: this one, or the next. */
function withPrice(state: ShopState, index: number, pence: number): ShopState {
	const at = state.products.findIndex(
		({ isFree, comingSoon }, place) => place >= index && !isFree && !comingSoon,
	)
	return {
		...state,
		products: state.products.map((product, place) =>
			place === at ? { ...product, pricePence: pence } : product,
		),
	}
}
