import { useEffect, useState } from 'react'
import { bundleIn } from '#shared/bundle-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { readingGuideAt, waitingGuideAt } from '#shared/paths.ts'
import { pagesFact, priceFact } from '#web/products/facts.ts'
import type { Waiting } from './waiting-guide-panel.tsx'

/** The bundles that have been read, by the addresses of their offers, so that the next step shows them at once. */
const bundles = new Map<string, Waiting>()

/**
 * Returns the guide or the bundle to which a target leads after signing in; null if it leads to neither. The pages don't contain
 * the bundles, so their offers are fetched. Undefined until then.
 */
export function useWaiting(target: string): Waiting | null | undefined {
	const [read, setRead] = useState<{ target: string; bundle: Waiting | null }>()
	const isBundle = bundleIn(target) !== null

	useEffect(() => {
		if (!isBundle || bundles.has(target)) return
		import('./offered-bundles.tsx')
			.then(async ({ readBundle }) => await readBundle(target))
			.catch(() => null)
			.then((bundle) => {
				if (bundle !== null) bundles.set(target, bundle)
				setRead({ target, bundle })
			})
	}, [isBundle, target])

	if (isBundle) return bundles.get(target) ?? (read?.target === target ? read.bundle : undefined)
	const toRead = readingGuideAt(target)
	if (toRead !== null) return { ...waitingFor(toRead), next: 'read' }
	const guide = waitingGuideAt(target)
	return guide && waitingFor(guide)
}

function waitingFor(guide: ShelfProduct): Waiting {
	const { title, shortTitle, readingTime, isFree } = guide
	return {
		label: 'The guide you chose',
		...{ title, shortTitle, price: priceFact(guide), cover: guide, next: isFree ? 'download' : 'checkout' },
		facts: [pagesFact(guide), readingTime].filter(Boolean).join(', '),
	}
}
