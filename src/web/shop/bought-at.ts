import { tabStorage } from '#web/ui/browser-storage.ts'
import { placeKey } from './cancelled-return.tsx'

/**
 * Records in this tab where the visitor pressed Buy for a guide or a bundle, so that cancelling at the checkout leads back there.
 * The address is always that of the page itself: nothing in an address of ours can choose where a visitor is sent.
 */
export function rememberPlace(catalogueId: string, hash = window.location.hash): void {
	const { pathname, search } = window.location
	// With its state in the history, the page is also scrolled to where it was.
	store({ id: catalogueId, address: pathname + search + hash, state: window.history.state })
}

/** Records the guide's own page, unless it is known where the visitor pressed Buy. They may have done so in another tab. */
export function rememberPageInstead(catalogueId: string, path: string): void {
	if (tabStorage.read(placeKey)?.startsWith(`{"id":"${catalogueId}"`) !== true)
		store({ id: catalogueId, address: path, state: null })
}

function store(place: { id: string; address: string; state: unknown }): void {
	tabStorage.write(placeKey, JSON.stringify(place))
}
