import { useState } from 'react'
import { href, Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { call } from '#web/session/call.ts'
import { watchedFetch } from '#web/session/failed-requests.ts'
import { FocusedHeading, NarrowPage, NeedsScripts } from '#web/session/narrow-page.tsx'
import { toastFailure } from '#web/session/toasts.tsx'
import { useQuery } from '#web/session/use-query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

export function meta() {
	return pageMeta({
		title: 'Stop emails about reviews',
		description: 'Tell us not to ask you for reviews.',
		path: '/reviews/stop',
		indexed: false,
	})
}

/** Opened by the link in an email that asks for a review. Needs no session. Nothing happens until the button is pressed. */
export default function ReviewStopPage() {
	const query = useQuery()
	const [state, setState] = useState<'ready' | 'done' | 'dead'>('ready')
	const [busy, run] = useBusy()
	const token = query?.get('token') ?? ''

	if (query !== null && (token === '' || state === 'dead')) {
		return (
			<NarrowPage>
				<FocusedHeading>We don’t know this link</FocusedHeading>
				<p>
					Part of the address may be missing: open it from the email itself. Or the account has been deleted,
					and then it gets no emails. You can also{' '}
					<Link to={href('/contact')} className="link">
						write to us
					</Link>
					.
				</p>
			</NarrowPage>
		)
	}
	if (state === 'done') {
		return (
			<NarrowPage>
				<FocusedHeading>We won’t ask you again</FocusedHeading>
				<p>
					You get no more emails that ask for a review. You can still write one whenever you like, on the page
					of any guide you have.
				</p>
				<ButtonLink to={href('/')} variant="secondary">
					See all guides
				</ButtonLink>
			</NarrowPage>
		)
	}
	return (
		<NarrowPage>
			<NeedsScripts what="This page" />
			<h1 className="text-title">Stop emails about reviews?</h1>
			<p>
				Press the button, and we won’t ask you for a review again, of any guide. You’ll still get receipts and
				emails about your account.
			</p>
			<Button
				disabled={query === null}
				aria-disabled={busy || undefined}
				onClick={() => run(async () => setState(await stopRequests(token)))}
			>
				{busy ? 'Stopping...' : 'Stop these emails'}
			</Button>
		</NarrowPage>
	)
}

async function stopRequests(token: string): Promise<'ready' | 'done' | 'dead'> {
	const path = `/functions/v1/stop-review-requests?token=${encodeURIComponent(token)}`
	const { answer, failure } = await call('/functions/v1/stop-review-requests', () =>
		watchedFetch(path, { method: 'POST' }),
	)
	if (answer?.status === 200) return 'done'
	if (answer?.status === 400 || answer?.status === 403) return 'dead'
	toastFailure('Not saved yet', failure, 'Please try again in a moment.')
	return 'ready'
}
