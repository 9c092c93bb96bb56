import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { isPlanner, readPath } from '#shared/paths.ts'
import { formatBytes } from '#shared/wording.ts'
import { isSpreadsheet } from '#web/products/facts.ts'
import { useGuideContent } from '#web/products/guide-content.ts'
import { downloadOwned } from '#web/shop/start-guide-action.ts'
import { useShelf } from '#web/site/use-shelf.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import type { Bought, BoughtGuide } from './use-purchase.ts'

const redirectAfter = 3000

interface DeliveredProps {
	guide: BoughtGuide
	/** The size of the file; null until it is known. */
	bytes: number | null
	goToSignIn: () => void
}

/** Shown once the download has started. Redirects home after 3 s unless the visitor uses the page. */
export function Delivered({ guide, bytes, goToSignIn }: DeliveredProps) {
	const { staying, stay, stayButton } = useRedirect()
	const { shortTitle } = useProduct(guide) ?? { shortTitle: guide.title }
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
				<GuideButtons guide={guide} size="large" goToSignIn={goToSignIn} />
				<Button ref={stayButton} variant="quiet" onClick={stay} className={`max-sm:-ml-5 ${unlessStaying}`}>
					Stay here
				</Button>
			</div>
			<p className="figures font-display text-label font-medium">
				{fileFacts(guide, bytes)}. Also under <GuidesLink bought={guide} />.
			</p>
		</>
	)
}

interface DeliveredTogetherProps {
	bundle: Bought
	goToSignIn: () => void
}

/** Shown once a bundle is paid for. It does not redirect, because nothing downloads by itself. */
export function DeliveredTogether({ bundle: { name, guides }, goToSignIn }: DeliveredTogetherProps) {
	return (
		<>
			<h1 className="text-title">Payment Successful!</h1>
			<p className="font-display text-heading font-semibold tracking-[-0.018em]">
				<span className="marked">{name}</span>: {guides.length === 2 ? 'both guides are' : 'all guides are'}{' '}
				yours.
			</p>
			<ul className="grid w-full max-w-measure gap-5">
				{guides.map((guide) => (
					<GuideOfBundle key={guide.catalogueId} guide={guide} goToSignIn={goToSignIn} />
				))}
			</ul>
			<p className="font-display text-label font-medium">
				Also under <GuidesLink bought={guides[0]} />.
			</p>
		</>
	)
}

function GuideOfBundle({ guide, goToSignIn }: { guide: BoughtGuide; goToSignIn: () => void }) {
	const content = useGuideContent(useProduct(guide))
	return (
		<li className="grid gap-2">
			<p className="font-display font-semibold">{guide.title}</p>
			<div className="flex flex-wrap gap-x-4 gap-y-2">
				<GuideButtons guide={guide} size="normal" goToSignIn={goToSignIn} />
			</div>
			<p className="figures font-display text-label font-medium">
				{fileFacts(guide, content?.product.previewContent.bytes ?? null)}.
			</p>
		</li>
	)
}

/** Returns the name of a guide's file, and its size if that is known. */
function fileFacts({ fileName }: BoughtGuide, bytes: number | null): string {
	return [fileName, bytes && formatBytes(bytes)].filter(Boolean).join(', ')
}

/** Where the reading edition is the sensible first step: a phone that would otherwise have to open a ZIP or small print. */
const isPhone = () => matchMedia('(width < 48rem)').matches

interface GuideButtonsProps {
	guide: BoughtGuide
	size: 'normal' | 'large'
	goToSignIn: () => void
}

/** The download of a guide and its reading edition, if it has one, which comes first on a phone. */
function GuideButtons({ guide, size, goToSignIn }: GuideButtonsProps) {
	const [busy, run] = useBusy()
	const [onPhone] = useState(isPhone)
	const { title, fileName: pdfFileName } = guide
	const product = useProduct(guide)
	const shortTitle = product?.shortTitle ?? title
	const isRead = product !== undefined && product.readingFile !== null
	const fillsIn = product !== undefined && isPlanner(product)
	const readsFirst = isRead && onPhone && size === 'large' && (fillsIn || !isSpreadsheet(product))
	const read = isRead ? (
		<ButtonLink
			to={readPath(product)}
			size={readsFirst ? size : undefined}
			variant={readsFirst ? 'primary' : 'secondary'}
		>
			{fillsIn ? 'Open the planner' : readsFirst ? 'Read online now' : 'Read online'}
			<span className="sr-only"> {shortTitle}</span>
		</ButtonLink>
	) : null
	return (
		<>
			{readsFirst ? read : null}
			<Button
				size={readsFirst ? undefined : size}
				variant={readsFirst ? 'secondary' : 'primary'}
				aria-disabled={busy || undefined}
				onClick={() => run(() => downloadOwned({ pdfFileName, title, shortTitle }, goToSignIn))}
			>
				{busy ? 'Preparing...' : 'Download'}
				<span className="sr-only"> {shortTitle}</span>
			</Button>
			{readsFirst ? null : read}
		</>
	)
}

function useProduct({ catalogueId }: BoughtGuide) {
	return useShelf().find(({ id }) => id === catalogueId)
}

function GuidesLink({ bought }: { bought: BoughtGuide | undefined }) {
	return (
		<Link
			to={href('/account/guides')}
			// The shelf begins with this guide's cover, even while it loads.
			state={{ bought: bought?.catalogueId }}
			viewTransition
			className="link"
		>
			your guides
		</Link>
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
