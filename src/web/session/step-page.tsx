import type { ReactNode } from 'react'
import { hasGoAhead } from '#web/shop/go-ahead.ts'
import { useWaiting } from '#web/shop/waiting-guide.ts'
import { WaitingGuidePanel } from '#web/shop/waiting-guide-panel.tsx'
import { useInBrowser } from './use-in-browser.ts'

interface StepPageProps {
	/** The page to go to afterwards. If it leads to a guide or a bundle, this step also shows that guide or bundle. */
	target: string
	/** Says when the purchase or download of a waiting guide continues. */
	when?: string
	/** Whether this page's own button gives the go-ahead for a waiting guide. The panel then says so. */
	givesGoAhead?: boolean
	/** Shown beside the form if there is no such guide. */
	aside?: ReactNode
	children: ReactNode
}

/** A step of signing in. On a laptop the form is beside a picture of what the visitor signs in for. */
export function StepPage({
	target,
	when = 'Once you’re signed in',
	givesGoAhead = false,
	aside = null,
	children,
}: StepPageProps) {
	const waiting = useWaiting(target)
	const given = useInBrowser(() => hasGoAhead(target), false)
	return (
		<div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-24 gap-y-8 py-10 sm:py-16 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] xl:gap-x-32">
			<div className="waiting-place empty:hidden lg:col-start-2 lg:row-start-1 lg:pt-6">
				{waiting ? <WaitingGuidePanel waiting={waiting} begun={given || givesGoAhead} when={when} /> : null}
			</div>
			<div className="grid max-w-xl grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-5">
				{children}
			</div>
			{waiting === null ? <div className="lg:col-start-2 lg:row-start-1">{aside}</div> : null}
		</div>
	)
}
