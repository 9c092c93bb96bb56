import { lazy, type ReactNode, Suspense } from 'react'
import { href, Link } from 'react-router'
import { AccountPage } from '#web/account/account-page.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NarrowPage } from '#web/session/narrow-page.tsx'
import { FailureText } from '#web/session/toasts.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import { PurchaseTerms } from './purchase-terms.tsx'
import { useTerms } from './use-terms.ts'

const DataRequests = lazy(() => orNotLoaded(() => import('./data-requests.tsx')))
const AskForLink = lazy(() => orNotLoaded(() => import('./ask-for-link.tsx')))

const title = 'Cancel or get your money back'

export function meta() {
	return pageMeta({
		title,
		description: 'Cancel a purchase, get your money back, or tell us what is wrong.',
		path: '/account/refund',
		indexed: false,
	})
}

/**
 * Says for each purchase whether it can be cancelled or refunded, and does it: for those of the user, or for the one of an emailed link,
 * which needs no session. Takes requests about personal data as well, also by a link. The address may name the purchase to begin with.
 */
export default function RefundRequestPage() {
	const query = useQuery()
	const { user, loading } = useAuth()
	const link = query?.get('link') ?? null
	const { terms, load, replace } = useTerms(query === null ? null : (link ?? user?.id ?? null), link)
	const wanted = query?.get('purchase')
	const isAboutData = terms?.kind === 'loaded' && terms.isAboutData

	if (terms?.kind === 'dead' || (query !== null && link === null && !loading && user === null))
		return (
			<Suspense fallback={<LoadingRow what="the form" />}>
				<AskForLink title={title} isDead={terms?.kind === 'dead'} />
			</Suspense>
		)
	return (
		<Frame isLink={link !== null} isAboutData={isAboutData} ready={terms !== null}>
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
			) : isAboutData ? null : terms.purchases.length === 0 ? (
				<p>You haven’t paid for anything with this account.</p>
			) : (
				<ul>
					{terms.purchases.map((purchase) => (
						<li key={purchase.purchaseId} className="border-t border-rule">
							<PurchaseTerms
								terms={purchase}
								link={link}
								isOpen={wanted === purchase.purchaseId || terms.purchases.length === 1}
								onChanged={replace}
								onOutdated={load}
							/>
						</li>
					))}
				</ul>
			)}
			{isAboutData ? null : (
				<p className="margin-note mt-8">
					<Link to={href('/refunds')} className="link">
						When you get your money back
					</Link>{' '}
					has the rules, and what the law gives you besides.
				</p>
			)}
			{terms?.kind === 'loaded' && (link === null || isAboutData) ? (
				<Suspense fallback={<LoadingRow what="requests about your data" />}>
					<DataRequests before={terms.data} link={link} />
				</Suspense>
			) : null}
		</Frame>
	)
}

interface FrameProps {
	isLink: boolean
	isAboutData: boolean
	ready: boolean
	children: ReactNode
}

/** A link needs no session, so its page has no index of the account. */
function Frame({ isLink, isAboutData, ready, children }: FrameProps) {
	if (!isLink)
		return (
			<AccountPage title={title} ready={ready}>
				{children}
			</AccountPage>
		)
	return (
		<NarrowPage>
			<h1 className="text-title">{isAboutData ? 'Your data' : title}</h1>
			<div className="w-full">{children}</div>
		</NarrowPage>
	)
}
