import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { breadcrumbs, itemList } from './schema-org.ts'
import { siteOrigin } from './site-origin.ts'
import { StructuredData } from './structured-data.tsx'

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
	return <StructuredData items={[breadcrumbs(origin, steps), itemList(origin, name, products)]} />
}
