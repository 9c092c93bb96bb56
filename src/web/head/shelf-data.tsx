import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { siteOrigin } from './site-origin.ts'
import { StructuredData } from './structured-data.tsx'
import { breadcrumbs, itemList } from './things.ts'

interface ShelfDataProps {
	name: string
	path: string
	products: readonly ShelfProduct[]
}

/** What a shelf's page tells search engines: where it stands, and what stands on it. */
export function ShelfData({ name, path, products }: ShelfDataProps) {
	const origin = siteOrigin()
	const steps = [
		{ name: 'Home', path: '/' },
		{ name, path },
	]
	return <StructuredData things={[breadcrumbs(origin, steps), itemList(origin, name, products)]} />
}
