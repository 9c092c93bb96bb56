import { lazy, Suspense, useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useQuery } from '#web/session/use-in-browser.ts'
import { shelf } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import { EmptyFan, Processing, PurchaseBand } from './purchase-band.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

// Loaded while the session is being checked. If loading it makes the browser reload the document, nothing is lost, because
// nothing has been requested or downloaded yet.
const Purchase = lazy(() => lazyImport(() => import('./purchase.tsx')))

export function meta() {
	return pageMeta({
		title: 'Your purchase',
		description:
			'Your payment is being confirmed with the payment provider. As soon as it is, your guide downloads and is kept in your account.',
		path: '/payment-success',
		indexed: false,
	})
}

/** Selects all products, because only the server knows which one was paid for. */
export function loader() {
	return { shelf: shelf() }
}

/** The page that the hosted checkout returns to. */
export default function PaymentSuccessPage() {
	const navigate = useNavigate()
	const query = useQuery()
	const checkoutSessionId = query?.get('session_id') || null
	const invalid = query !== null && checkoutSessionId === null

	useEffect(() => {
		if (!invalid) return
		toast.error('Invalid payment session - no session ID', { forNextPage: true })
		void navigate(href('/'), { replace: true })
	}, [invalid, navigate])

	const first = (
		<PurchaseBand className="bg-sheet" picture={<EmptyFan />}>
			<Processing />
		</PurchaseBand>
	)
	return checkoutSessionId === null ? (
		first
	) : (
		<Suspense fallback={first}>
			<Purchase checkoutSessionId={checkoutSessionId} />
		</Suspense>
	)
}
