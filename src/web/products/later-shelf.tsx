import type { ClientLoaderFunctionArgs } from 'react-router'
import { OnFirstUse, onFirstUse } from '#web/site/on-first-use.tsx'
import { worthSearching } from './features.ts'
import type { ShelfProps } from './shelf.tsx'

const shelf = onFirstUse('shelf', async () => (await import('./shelf.tsx')).Shelf)

/** A page that lists some of the products. Until the visitor uses it, its buttons do nothing. */
export function LaterShelf(props: ShelfProps) {
	return <OnFirstUse part={shelf} props={props} isTypedIn={props.products.length >= worthSearching} />
}

/** Loads the code of `LaterShelf` for a visitor who came by a link on the site. Routes export it. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
	const [data] = await Promise.all([serverLoader(), shelf.prepare()])
	return data
}
