import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { formatBytes } from '#web/products/facts.ts'
import { downloadOwned } from '#web/shop/get-guide.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { useBusy } from '#web/ui/use-busy.ts'

const redirectAfter = 3000

interface DeliveredProps {
	fileName: string
	title: string
	shortTitle: string
	/** Null until it is known. */
	bytes: number | null
	/** The page at which the guide can be read; null if it is only a download. */
	readAt: string | null
	goToSignIn: () => void
}

/** Shown once the download has started. Redirects home after 3 s unless the visitor presses or scrolls anything. */
export function Delivered({ fileName, title, shortTitle, bytes, readAt, goToSignIn }: DeliveredProps) {
	const { staying, stay, stayButton } = useRedirect()
	const [busy, run] = useBusy()
	// Hidden rather than removed: nothing may move under a finger that is about to press Download.
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
				<Button ref={stayButton} variant="quiet" onClick={stay} className={unlessStaying}>
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

/** What shows that the visitor is using the page. */
const uses = ['keydown', 'pointerdown', 'wheel'] as const

/** Redirects home after 3 s, unless the visitor uses the page before. */
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
