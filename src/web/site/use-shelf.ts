import { useMatches } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'

/** What the loaders of several pages select, under these names. */
interface Selected {
	shelf: readonly ShelfProduct[]
	bundles: readonly OfferedBundle[]
}

/** Returns the products that the page's loader has selected; none if it selects no products. */
export function useShelf(): readonly ShelfProduct[] {
	return useSelected('shelf') ?? noProducts
}

/** Returns the bundles that the page's loader has selected; none if it selects no bundles. */
export function useBundles(): readonly OfferedBundle[] {
	return useSelected('bundles') ?? noBundles
}

const noProducts: Selected['shelf'] = []
const noBundles: Selected['bundles'] = []

function useSelected<Name extends keyof Selected>(name: Name): Selected[Name] | undefined {
	const data = useMatches().map(({ loaderData }) => loaderData)
	return data.flatMap((found) => (hasSelected(found, name) ? [found[name]] : [])).at(-1)
}

function hasSelected<Name extends keyof Selected>(data: unknown, name: Name): data is Pick<Selected, Name> {
	return typeof data === 'object' && data !== null && name in data
}
