import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { productPath } from '#shared/paths.ts'
import { cloth } from '#web/products/category-colours.tsx'
import { useGuideContent } from '#web/products/guide-content.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInToFinishPath } from '#web/session/sign-in-paths.ts'
import { useShelf } from '#web/site/use-shelf.ts'
import { focusContent } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { Delivered, DeliveredTogether } from './delivered.tsx'
import { NextSteps } from './next-steps.tsx'
import { BundlePicture, GuidePicture } from './pictures.tsx'
import { Processing, PurchaseBand } from './purchase-band.tsx'
import { Ended, StillWaiting, Stuck, Waiting } from './stage-views.tsx'
import { usePurchase } from './use-purchase.ts'

interface PurchaseProps {
	/** The id of the Checkout Session. */
	checkoutSessionId: string
}

/** Confirms a purchase and delivers the guide. Shows the current stage. */
export default function Purchase({ checkoutSessionId }: PurchaseProps) {
	const navigate = useNavigate()
	const { user, loading } = useAuth()
	const { stage, bought, tryAgain } = usePurchase(checkoutSessionId, user?.id ?? null)
	const products = useShelf()
	const product = products.find(({ id }) => id === bought?.catalogueId)
	const guides = bought?.guides ?? []
	const isBundle = guides.length > 0
	// Of a bundle, only what goes well with its first guide is used.
	const content = useGuideContent(product ?? products.find(({ id }) => id === guides[0]?.catalogueId))
	// A user who signs out after the purchase has been delivered or has ended is not asked to sign in again.
	const open = stage.kind === 'processing' || stage.kind === 'waiting' || stage.kind === 'still-waiting'
	const signedOut = (!loading && user === null && open) || stage.kind === 'signed-out'

	useEffect(() => {
		if (!signedOut) return
		toast.error('Please sign in to complete your purchase', { forNextPage: true })
		void navigate(signInToFinishPath(checkoutSessionId), { replace: true })
	}, [signedOut, checkoutSessionId, navigate])

	function again() {
		focusContent()
		tryAgain()
	}

	const goToSignIn = () => void navigate(signInToFinishPath(checkoutSessionId))

	const delivered =
		stage.kind === 'delivered'
			? [{ ...stage.bought, title: product?.title ?? stage.bought.name, fileName: stage.fileName }]
			: stage.kind === 'delivered together'
				? stage.bought.guides
				: []

	function stageView() {
		switch (stage.kind) {
			case 'waiting':
				return <Waiting isBundle={isBundle} />
			case 'still-waiting':
				return <StillWaiting isBundle={isBundle} failure={stage.failure} again={again} />
			case 'delivered': {
				const [guide] = delivered
				return guide === undefined ? null : (
					<Delivered
						guide={guide}
						bytes={content?.product.previewContent.bytes ?? null}
						goToSignIn={goToSignIn}
					/>
				)
			}
			case 'delivered together':
				return <DeliveredTogether bundle={stage.bought} goToSignIn={goToSignIn} />
			case 'ended':
				return <Ended isBundle={isBundle} status={stage.status} offer={offer()} />
			case 'stuck':
				return <Stuck at={stage.at} failure={stage.failure} again={again} />
			default:
				return <Processing />
		}
	}

	function offer() {
		if (product !== undefined) return { path: productPath(product), name: product.shortTitle }
		return bought === null || !isBundle
			? undefined
			: { path: `${href('/premium')}#${bought.catalogueId}`, name: bought.name }
	}

	const isDelivered = delivered.length > 0
	const colour = product === undefined ? 'bg-on-leaf' : cloth[product.category]
	return (
		<>
			<PurchaseBand
				className={isDelivered ? `delivered ${colour}` : 'bg-sheet'}
				picture={
					isBundle ? <BundlePicture guides={guides} /> : <GuidePicture product={product} content={content} />
				}
			>
				{isDelivered || bought === null ? null : (
					<div className="-mb-3 font-display text-label">
						<p className="font-semibold">{product?.title ?? bought.name}</p>
						{guides.map(({ catalogueId, title }) => (
							<p key={catalogueId}>{title}</p>
						))}
					</div>
				)}
				{stageView()}
			</PurchaseBand>
			{isDelivered ? (
				<NextSteps guides={delivered} email={user?.email} content={content} goToSignIn={goToSignIn} />
			) : null}
		</>
	)
}
