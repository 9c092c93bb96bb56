import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NarrowPage } from '#web/session/narrow-page.tsx'
import { signInToFinishPath } from '#web/session/sign-in-paths.ts'
import { useQuery } from '#web/session/use-query.ts'
import { focusContent } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { Delivered, Ended, Processing, StillWaiting, Stuck, Waiting, WithoutScripts } from './stage-views.tsx'
import { type Stage, usePurchase } from './use-purchase.ts'

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
	const [stage, again] = usePurchase(sessionId, user?.id ?? null)
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

	function startAgain() {
		focusContent()
		again()
	}

	return (
		<NarrowPage>
			<WithoutScripts />
			<div role="status" className="scripts-only grid justify-items-start gap-5">
				<StageView stage={stage} again={startAgain} />
			</div>
		</NarrowPage>
	)
}

function StageView({ stage, again }: { stage: Stage; again: () => void }) {
	switch (stage.kind) {
		case 'waiting':
			return <Waiting />
		case 'still-waiting':
			return <StillWaiting failure={stage.failure} again={again} />
		case 'delivered':
			return <Delivered url={stage.url} fileName={stage.fileName} />
		case 'ended':
			return <Ended ending={stage.ending} />
		case 'stuck':
			return <Stuck at={stage.at} failure={stage.failure} again={again} />
		default:
			return <Processing />
	}
}
