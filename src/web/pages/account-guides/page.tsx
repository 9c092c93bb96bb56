import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NeedsScripts } from '#web/session/narrow-page.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import { GuideRow } from './guide-row.tsx'
import type { Guides } from './load-guides.ts'
import { useGuides } from './load-guides.ts'
import { ReceiptList } from './receipt-list.tsx'

export function meta() {
	return pageMeta({
		title: 'Your guides',
		description: 'The guides you have taken or bought, to download again.',
		path: '/account/guides',
		indexed: false,
	})
}

/** Lists the guides and receipts of the user. */
export default function AccountGuidesPage() {
	const navigate = useNavigate()
	const { user, loading } = useAuth()
	const [guides, again] = useGuides(user?.id ?? null)
	const signedOut = !loading && user === null

	useEffect(() => {
		if (signedOut) void navigate(signInPath('/account/guides'), { replace: true })
	}, [signedOut, navigate])

	function loadAgain() {
		focusContent()
		again()
	}

	return (
		<div className="page-width py-12">
			<h1 className="mb-8 text-title">Your guides</h1>
			<NeedsScripts what="This page" />
			<div className="max-w-3xl">
				{guides === null ? <LoadingRows /> : <GuideList guides={guides} again={loadAgain} />}
			</div>
		</div>
	)
}

function GuideList({ guides, again }: { guides: Guides; again: () => void }) {
	if (guides.kind === 'failed') {
		return (
			<div className="grid justify-items-start gap-4">
				<p>We couldn’t load your guides just now. They’re still yours.</p>
				<p className="margin-note">
					<FailureText failure={guides.failure} />
				</p>
				<Button onClick={again}>Try again</Button>
			</div>
		)
	}
	if (guides.guides.length === 0 && guides.receipts.length === 0) {
		return (
			<div className="grid justify-items-start gap-4">
				<p>
					Nothing here yet. The guides you take for free or buy will be here, to download again whenever you
					like.
				</p>
				<ButtonLink to={href('/free')}>Free guides</ButtonLink>
			</div>
		)
	}
	return (
		<>
			<ul className="border-t border-rule">
				{guides.guides.map((guide) => (
					<GuideRow key={guide.id} guide={guide} />
				))}
			</ul>
			<p className="margin-note mt-6">
				Paid for something that isn’t listed? Your bank can take a few minutes to confirm.{' '}
				<button type="button" onClick={again} className="link -my-3 py-3">
					Check again
				</button>
			</p>
			<ReceiptList receipts={guides.receipts} />
		</>
	)
}

/** A placeholder as high as two rows, so that nothing moves once the guides are loaded. */
function LoadingRows() {
	return (
		<div role="status" className="scripts-only border-t border-rule">
			<span className="sr-only">Loading your guides</span>
			{[1, 2].map((row) => (
				<div key={row} aria-hidden className="grid gap-3 border-b border-rule py-5">
					<div className="h-7 w-2/3 bg-rule" />
					<div className="h-6 w-1/3 bg-rule" />
				</div>
			))}
		</div>
	)
}
