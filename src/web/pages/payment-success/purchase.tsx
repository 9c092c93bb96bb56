import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import { readPath } from '#shared/paths.ts'
import { formatBytes } from '#shared/wording.ts'
import { cloth } from '#web/products/category-colours.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInToFinishPath } from '#web/session/sign-in-paths.ts'
import { downloadOwned } from '#web/shop/get-guide.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { NextSteps, useGuideContent } from './next-steps.tsx'
import { BundlePicture, GuidePicture } from './pictures.tsx'
import { Processing, PurchaseBand } from './purchase-band.tsx'
import { Ended, StillWaiting, Stuck, Waiting } from './stage-views.tsx'
import { type DeliveredGuide, usePurchase } from './use-purchase.ts'

interface PurchaseProps {
	/** The id of the Checkout Session. */
	checkoutSessionId: string
}

/** Confirms a purchase and delivers the guide. Shows the current stage. */
export default function Purchase({ checkoutSessionId }: PurchaseProps) {
	const navigate = useNavigate()
	const { user, loading } = useAuth()
	const { stage, catalogueId, tryAgain } = usePurchase(checkoutSessionId, user?.id ?? null)
	const product = shelf.find(({ id }) => id === catalogueId)
	const content = useGuideContent(product)
	// A user who signs out after the purchase has been delivered or has ended is not asked to sign in again.
	const open = stage.kind === 'processing' || stage.kind === 'waiting' || stage.kind === 'still-waiting'
	const signedOut = (!loading && user === null && open) || stage.kind === 'signed-out'

	useEffect(() => {
		if (!signedOut) return
		toast.error('Please sign in to complete your purchase', { id: 'payment-session' })
		void navigate(signInToFinishPath(checkoutSessionId), { replace: true })
	}, [signedOut, checkoutSessionId, navigate])

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
						goToSignIn={() => void navigate(signInToFinishPath(checkoutSessionId))}
					/>
				)
			case 'delivered together':
				return (
					<DeliveredTogether
						name={stage.productName}
						guides={stage.guides}
						goToSignIn={() => void navigate(signInToFinishPath(checkoutSessionId))}
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

	const isDelivered = stage.kind === 'delivered' || stage.kind === 'delivered together'
	const together = stage.kind === 'delivered together' ? stage.guides : []
	const colour = product === undefined ? 'bg-on-leaf' : cloth[product.category]
	return (
		<>
			<PurchaseBand
				className={isDelivered ? `delivered ${colour}` : 'bg-sheet'}
				picture={
					together.length > 0 ? (
						<BundlePicture guides={together} />
					) : (
						<GuidePicture product={product} content={content} />
					)
				}
			>
				{isDelivered || product === undefined ? null : (
					<p className="-mb-3 font-display text-label font-semibold">{product.title}</p>
				)}
				{stageView()}
			</PurchaseBand>
			{isDelivered ? (
				<NextSteps
					fileName={stage.kind === 'delivered' ? stage.fileName : null}
					email={user?.email}
					content={product === undefined ? null : content}
				/>
			) : null}
		</>
	)
}

const redirectAfter = 3000

interface DeliveredProps {
	fileName: string
	title: string
	shortTitle: string
	/** The size of the file; null until it is known. */
	bytes: number | null
	/** The path of the reading edition; null if there is none. */
	readAt: string | null
	goToSignIn: () => void
}

/** Shown once the download has started. Redirects home after 3 s unless the visitor uses the page. */
function Delivered({ fileName, title, shortTitle, bytes, readAt, goToSignIn }: DeliveredProps) {
	const { staying, stay, stayButton } = useRedirect()
	const [busy, run] = useBusy()
	// Made invisible rather than removed, because nothing may move under a finger that is about to press Download.
	const unlessStaying = staying ? 'invisible' : ''
	return (
		<>
			<h1 className="text-title">Payment Successful!</h1>
			<p className="font-display text-heading font-semibold tracking-[-0.018em]">
				<span className="marked">{shortTitle}</span> is yours.
			</p>
			<p className="max-w-measure">
				Your download should start automatically.{' '}
				<span className={unlessStaying}>Redirecting you back...</span>
			</p>
			<div className="mt-2 flex flex-wrap items-center gap-4">
				<Button
					size="large"
					aria-disabled={busy || undefined}
					onClick={() => run(() => downloadOwned({ pdfFileName: fileName, title, shortTitle }, goToSignIn))}
				>
					{busy ? 'Preparing...' : 'Download'}
					<span className="sr-only"> {shortTitle}</span>
				</Button>
				{readAt === null ? null : (
					<ButtonLink to={readAt} variant="secondary">
						Read online
					</ButtonLink>
				)}
				<Button ref={stayButton} variant="quiet" onClick={stay} className={`max-sm:-ml-5 ${unlessStaying}`}>
					Stay here
				</Button>
			</div>
			<p className="figures font-display text-label font-medium">
				{fileName}
				{bytes === null ? null : `, ${formatBytes(bytes)}`}. Also under{' '}
				<Link to={href('/account/guides')} className="link">
					your guides
				</Link>
				.
			</p>
		</>
	)
}

interface DeliveredTogetherProps {
	/** The name of the bundle. */
	name: string
	guides: readonly DeliveredGuide[]
	goToSignIn: () => void
}

/**
 * Shown once a bundle is paid for, with a button for each of its guides. It does not redirect, because nothing downloads by
 * itself.
 */
function DeliveredTogether({ name, guides, goToSignIn }: DeliveredTogetherProps) {
	return (
		<>
			<h1 className="text-title">Payment Successful!</h1>
			<p className="font-display text-heading font-semibold tracking-[-0.018em]">
				<span className="marked">{name}</span>: {guides.length === 2 ? 'both guides are' : 'all guides are'}{' '}
				yours.
			</p>
			<ul className="grid w-full max-w-measure gap-4">
				{guides.map((guide) => (
					<li key={guide.catalogueId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
						<span className="font-display font-semibold">{guide.title}</span>
						<DownloadButton guide={guide} goToSignIn={goToSignIn} />
					</li>
				))}
			</ul>
			<p className="font-display text-label font-medium">
				Also under{' '}
				<Link to={href('/account/guides')} className="link">
					your guides
				</Link>
				.
			</p>
		</>
	)
}

function DownloadButton({ guide, goToSignIn }: { guide: DeliveredGuide; goToSignIn: () => void }) {
	const [busy, run] = useBusy()
	const { catalogueId, title, fileName: pdfFileName } = guide
	const shortTitle = shelf.find(({ id }) => id === catalogueId)?.shortTitle ?? title
	return (
		<Button
			aria-disabled={busy || undefined}
			onClick={() => run(() => downloadOwned({ pdfFileName, title, shortTitle }, goToSignIn))}
		>
			{busy ? 'Preparing...' : 'Download'}
			<span className="sr-only"> {shortTitle}</span>
		</Button>
	)
}

/**
 * The events that show that the visitor is using the page. `focusin` is for screen readers, which move the focus without a key
 * event.
 */
const uses = ['keydown', 'pointerdown', 'wheel', 'focusin'] as const

/** Redirects home after 3 s, unless the visitor uses the page before then. */
function useRedirect() {
	const navigate = useNavigate()
	const [staying, setStaying] = useState(false)
	const stayButton = useRef<HTMLButtonElement>(null)

	useEffect(() => {
		const stay = () => setStaying(true)
		if (staying) {
			// The button that had the focus is gone.
			if (document.activeElement === stayButton.current) focusContent()
			return
		}
		// Replaces this page in the history, so that Back does not start another download.
		const timer = setTimeout(() => void navigate(href('/'), { replace: true }), redirectAfter)
		for (const use of uses) addEventListener(use, stay, { passive: true })
		return () => {
			clearTimeout(timer)
			for (const use of uses) removeEventListener(use, stay)
		}
	}, [staying, navigate])

	return { staying, stay: () => setStaying(true), stayButton }
}
