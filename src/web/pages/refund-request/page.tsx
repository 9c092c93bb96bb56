import { useEffect } from 'react'
import { href, Link, useNavigate, useSearchParams } from 'react-router'
import { AccountPage } from '#web/account/account-page.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { PurchaseTerms } from './purchase-terms.tsx'
import { useTerms } from './use-terms.ts'

export function meta() {
	return pageMeta({
		title: 'Cancel or get your money back',
		description: 'Cancel a purchase, get your money back, or tell us what is wrong.',
		path: '/account/refund',
		indexed: false,
	})
}

/** Says for each purchase whether it can be cancelled or refunded, and does it. The address may name the purchase to begin with. */
export default function RefundRequestPage() {
	const navigate = useNavigate()
	const [query] = useSearchParams()
	const { user, loading } = useAuth()
	const { terms, load, replace } = useTerms(user?.id ?? null)
	const signedOut = !loading && user === null
	const wanted = query.get('purchase')

	useEffect(() => {
		if (signedOut) void navigate(signInPath('/account/refund'), { replace: true })
	}, [signedOut, navigate])

	return (
		<AccountPage title="Cancel or get your money back" ready={terms !== null}>
			{terms === null ? (
				<p role="status" className="scripts-only">
					Looking up what you’ve paid for …
				</p>
			) : terms.kind === 'failed' ? (
				<div className="grid justify-items-start gap-4">
					<p>We couldn’t look up your purchases just now.</p>
					<p className="margin-note">
						<FailureText failure={terms.failure} />
					</p>
					<Button onClick={load}>Try again</Button>
				</div>
			) : terms.purchases.length === 0 ? (
				<p>You haven’t paid for anything with this account.</p>
			) : (
				<ul>
					{terms.purchases.map((purchase) => (
						<li key={purchase.purchaseId} className="border-t border-rule">
							<PurchaseTerms
								terms={purchase}
								isOpen={wanted === purchase.purchaseId || terms.purchases.length === 1}
								onChanged={replace}
								onOutdated={load}
							/>
						</li>
					))}
				</ul>
			)}
			<p className="margin-note mt-8">
				<Link to={href('/refunds')} className="link">
					When you get your money back
				</Link>{' '}
				has the rules, and what the law gives you besides.
			</p>
		</AccountPage>
	)
}
