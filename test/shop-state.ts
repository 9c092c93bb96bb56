import pino from 'pino'
import { site } from '#catalogue/site.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { readConfig } from '#server/config/config.ts'
import { type KeepPagesOptions, keepPages } from '#server/features/pages/keep-pages.ts'
import { createOutage } from '#server/platform/outage.ts'
import { offer } from '#server/shop/decisions.ts'
import { productDocumentSchema } from '#shared/content/documents.ts'
import { type ShopState, shopStateSchema } from '#shared/shop-state.ts'

const documents = await readStarterShop()

/** Returns the state of a shop that sells and says what the repository does, with these changes. */
export function shopStateOf(change: Partial<ShopState>): ShopState {
	const { site: settings } = readConfig({})
	return shopStateSchema.parse({
		siteUrl: 'https://shop.test',
		publishableKey: 'a-publishable-key',
		texts: settings.texts,
		parts: [...settings.parts],
		claims: [...settings.marketingClaims],
		offSale: [],
		products: documents.flatMap(({ kind, content }) =>
			kind === 'product' ? [offer(productDocumentSchema.parse(content), {})] : [],
		),
		pages: Object.fromEntries(
			documents.flatMap(({ kind, id, content }) => (kind === 'page' ? [[id, content]] : [])),
		),
		sells: 'uk',
		site,
		articles: [],
		bundles: [],
		reviews: [],
		...change,
	})
}

/** Returns what a function selects from the state of such a shop, as loaders do. */
export function selectFrom<T>(change: Partial<ShopState>, select: () => T): T {
	const before = globalThis.shopState
	globalThis.shopState = shopStateOf(change)
	try {
		return select()
	} finally {
		globalThis.shopState = before
	}
}

/** Keeps the pages of a shop under test up to date, and passes each state to `show`. */
export async function keepTestPages(
	options: Pick<KeepPagesOptions, 'database' | 'show'> & Partial<KeepPagesOptions>,
): ReturnType<typeof keepPages> {
	const { site } = readConfig({})
	const log = pino({ level: 'silent' })
	const { siteUrl, publishableKey } = shopStateOf({})
	const outage = createOutage(() => new Date())
	return await keepPages({ siteUrl, publishableKey, site, log, outage, pauseMs: 0, ...options })
}
