import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { cloth } from '#web/products/product-cover.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInToFinishPath } from '#web/session/sign-in-paths.ts'
import { useQuery } from '#web/session/use-query.ts'
import { focusContent } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { Delivered } from './delivered.tsx'
import { useGuideContent } from './guide-content.ts'
import { GuidePicture } from './guide-picture.tsx'
import { NextSteps } from './next-steps.tsx'
import { Ended, Processing, StillWaiting, Stuck, Waiting, WithoutScripts } from './stage-views.tsx'
import { usePurchase } from './use-purchase.ts'
import './purchase.css'

export function meta() {
	return pageMeta({
		title: 'Your purchase',
		description:
			'Your payment is being confirmed with the payment provider. As soon as it is, your guide downloads and is kept in your account.',
		path: '/payment-success',
		indexed: false,
	})
}

/** The page that the hosted checkout returns to. */
export default function PaymentSuccessPage() {
	const navigate = useNavigate()
	const query = useQuery()
	const { user, loading } = useAuth()
	const sessionId = query?.get('session_id') || null
	const { stage, catalogueId, tryAgain } = usePurchase(sessionId, user?.id ?? null)
	const product = shelf.find(({ id }) => id === catalogueId)
	const content = useGuideContent(product)
	const invalid = query !== null && sessionId === null
	// A user who signs out after the purchase has ended is not asked to sign in again.
	const open = stage.kind === 'processing' || stage.kind === 'waiting' || stage.kind === 'still-waiting'
	const signedOut = sessionId !== null && ((!loading && user === null && open) || stage.kind === 'signed-out')

	useEffect(() => {
		if (invalid) {
			toast.error('Invalid payment session - no session ID', { id: 'payment-session' })
			void navigate(href('/'), { replace: true })
		} else if (signedOut && sessionId !== null) {
			toast.error('Please sign in to complete your purchase', { id: 'payment-session' })
			void navigate(signInToFinishPath(sessionId), { replace: true })
		}
	}, [invalid, signedOut, sessionId, navigate])

	function again() {
		focusContent()
		tryAgain()
	}

	function stageView() {
		switch (stage.kind) {
			case 'waiting':
				return <Waiting />
			case 'still-waiting':
				return <StillWaiting failure={stage.failure} again={again} />
			case 'delivered':
				return (
					<Delivered
						fileName={stage.fileName}
						title={product?.title ?? stage.productName}
						shortTitle={product?.shortTitle ?? stage.productName}
						bytes={content?.product.previewContent.bytes ?? null}
						goToSignIn={() => void navigate(signInToFinishPath(sessionId ?? ''))}
					/>
				)
			case 'ended':
				return <Ended ending={stage.ending} product={product} />
			case 'stuck':
				return <Stuck at={stage.at} failure={stage.failure} again={again} />
			default:
				return <Processing />
		}
	}

	const isDelivered = stage.kind === 'delivered'
	const colour = product === undefined ? 'bg-on-leaf' : cloth[product.category]
	return (
		<>
			<div className={`purchase-band grid ${isDelivered ? `delivered ${colour}` : 'bg-sheet'}`}>
				<div className="page-width purchase-columns">
					<div className="py-10 md:self-center md:py-14">
						<WithoutScripts />
						<div role="status" className="scripts-only grid justify-items-start gap-5">
							{isDelivered || product === undefined ? null : (
								<p className="-mb-3 font-display text-label font-semibold">{product.title}</p>
							)}
							{stageView()}
						</div>
					</div>
					<div className="purchase-picture scripts-only">
						<GuidePicture product={product} content={content} />
					</div>
				</div>
			</div>
			{isDelivered ? (
				<NextSteps
					fileName={stage.fileName}
					email={user?.email}
					content={product === undefined ? null : content}
				/>
			) : null}
		</>
	)
}
