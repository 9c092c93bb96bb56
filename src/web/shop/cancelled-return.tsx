import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useShelf } from '#web/site/use-shelf.ts'
import { tabStorage } from '#web/ui/browser-storage.ts'

/** Notices that the visitor has come back from the hosted checkout without paying. Renders nothing. */
export function CancelledReturn() {
	const navigate = useNavigate()
	const products = useShelf()
	useEffect(() => {
		const { pathname, search } = window.location
		const query = new URLSearchParams(pathname === '/premium' ? search : '')
		const id =
			takeCancelled() ?? (query.get('checkout') === 'cancelled' ? (query.get('product') ?? '') : null)
		if (id === null) return
		import('./cancelled-checkout.tsx').then(
			({ showCancelled }) => showCancelled(id, products, navigate),
			(error: unknown) => console.warn('The cancelled checkout could not be reported.', error),
		)
	}, [products, navigate])
	return null
}

/**
 * Where the visitor pressed Buy (`bought-at.ts`). `head/first-paint.js` reads it, if they come back from the checkout without having
 * paid.
 */
export const placeKey = 'headstart-bought-at'

/** What `head/first-paint.js` stores: the id of what has not been bought after all. */
const cancelledKey = 'headstart-cancelled'

/** Returns the id of the guide or bundle whose checkout the visitor has just cancelled, once. Null if there is none. */
export function takeCancelled(): string | null {
	const id = tabStorage.read(cancelledKey)
	tabStorage.remove(cancelledKey)
	if (id !== null) tabStorage.remove(placeKey)
	return id
}
