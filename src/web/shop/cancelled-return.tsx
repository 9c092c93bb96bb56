import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { takeCancelled } from './bought-at.ts'

/** Notices that the visitor has come back from the hosted checkout without paying. Renders nothing. */
export function CancelledReturn() {
	const navigate = useNavigate()
	useEffect(() => {
		const { pathname, search } = window.location
		const query = new URLSearchParams(pathname === '/premium' ? search : '')
		const id =
			takeCancelled() ?? (query.get('checkout') === 'cancelled' ? (query.get('product') ?? '') : null)
		if (id === null) return
		import('./cancelled-checkout.tsx').then(
			({ showCancelled }) => showCancelled(id, navigate),
			(error: unknown) => console.warn('The cancelled checkout could not be reported.', error),
		)
	}, [navigate])
	return null
}
