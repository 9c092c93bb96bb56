import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import { readPath } from '#shared/paths.ts'
import { cloth } from '#web/products/category-colours.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInToFinishPath } from '#web/session/sign-in-paths.ts'
import { focusContent } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { Delivered } from './delivered.tsx'
import { useGuideContent } from './guide-content.ts'
import { GuidePicture } from './guide-picture.tsx'
import { NextSteps } from './next-steps.tsx'
import { Processing, PurchaseBand } from './purchase-band.tsx'
import { Ended, StillWaiting, Stuck, Waiting } from './stage-views.tsx'
import { usePurchase } from './use-purchase.ts'

interface PurchaseProps {
	/** The id of the Checkout Session. */
	sessionId: string
}

/** Confirms a purchase, delivers the guide, and says at each stage how far that is. */
export default function Purchase({ sessionId }: PurchaseProps) {
	const navigate = useNavigate()
	const { user, loading } = useAuth()
	const { stage, catalogueId, tryAgain } = usePurchase(sessionId, user?.id ?? null)
	const product = shelf.find(({ id }) => id === catalogueId)
	const content = useGuideContent(product)
	// A user who signs out after the purchase has ended is not asked to sign in again.
	const open = stage.kind === 'processing' || stage.kind === 'waiting' || stage.kind === 'still-waiting'
	const signedOut = (!loading && user === null && open) || stage.kind === 'signed-out'

	useEffect(() => {
		if (!signedOut) return
		toast.error('Please sign in to complete your purchase', { id: 'payment-session' })
		void navigate(signInToFinishPath(sessionId), { replace: true })
	}, [signedOut, sessionId, navigate])

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
						readAt={product === undefined || product.readingFile === null ? null : readPath(product)}
						goToSignIn={() => void navigate(signInToFinishPath(sessionId))}
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
			<PurchaseBand
				className={isDelivered ? `delivered ${colour}` : 'bg-sheet'}
				picture={<GuidePicture product={product} content={content} />}
			>
				{isDelivered || product === undefined ? null : (
					<p className="-mb-3 font-display text-label font-semibold">{product.title}</p>
				)}
				{stageView()}
			</PurchaseBand>
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
