import { tabStorage } from '#web/ui/browser-storage.ts'

/** `head/first-paint.js` reads this, if the visitor comes back from the checkout without having paid. */
const placeKey = 'headstart-bought-at'

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

/** What `head/first-paint.js` stores: the id of what has not been bought after all. */
const cancelledKey = 'headstart-cancelled'

/** Returns the id of the guide or bundle whose checkout the visitor has just cancelled, once. Null if there is none. */
export function takeCancelled(): string | null {
	const id = tabStorage.read(cancelledKey)
	tabStorage.remove(cancelledKey)
	if (id !== null) tabStorage.remove(placeKey)
	return id
}
