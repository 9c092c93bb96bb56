import { bundleIn } from '#shared/bundle-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { codeIn, readingGuideAt, waitingGuideAt } from '#shared/paths.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { pagesFact, priceFact } from '#web/products/facts.ts'
import { useBundles, useShelf } from '#web/site/use-shelf.ts'
import type { Waiting } from './waiting-guide-panel.tsx'

/**
 * Returns the guide or the bundle to which a target leads after signing in; null if it leads to neither. The page's loader selects
 * the guides and the bundles.
 */
export function useWaiting(target: string): Waiting | null {
	const shelf = useShelf()
	const bundles = useBundles()
	const named = bundleIn(target)
	if (named !== null) {
		const bundle = bundles.find(({ id }) => id === named)
		const waiting = bundle && waitingForBundle(bundle, shelf)
		return waiting ? { ...waiting, code: codeIn(target) } : null
	}
	const toRead = readingGuideAt(shelf, target)
	if (toRead !== null) return { ...waitingFor(toRead), next: 'read' }
	const guide = waitingGuideAt(shelf, target)
	return guide && { ...waitingFor(guide), code: guide.pricePence === null ? null : codeIn(target) }
}

function waitingFor(guide: ShelfProduct): Waiting {
	const { id, title, shortTitle, readingTime, isFree } = guide
	return {
		id,
		label: 'The guide you chose',
		title,
		shortTitle,
		price: priceFact(guide),
		cover: guide,
		next: isFree ? 'download' : 'checkout',
		facts: [pagesFact(guide), readingTime].filter(Boolean).join(', '),
	}
}

function waitingForBundle(bundle: OfferedBundle, shelf: readonly ShelfProduct[]): Waiting | null {
	const { title, price_pence: price } = bundle
	const guides = shelf.filter(({ id }) => bundle.guides.some((guide) => guide.id === id))
	const [cover] = guides
	if (cover === undefined) return null
	return {
		id: bundle.id,
		label: 'The guides you chose',
		title,
		shortTitle: title,
		price: `${formatPounds(price)}, once`,
		cover,
		next: 'checkout',
		facts: new Intl.ListFormat('en-GB').format(guides.map(({ shortTitle }) => shortTitle)),
		showsFactsOnPhone: true,
	}
}
