import { useState } from 'react'
import { href, Link } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { stopNotices } from '#web/products/release-notice.ts'
import { FocusedHeading, NarrowPage, NeedsScripts } from '#web/session/narrow-page.tsx'
import { useQuery } from '#web/session/use-query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

export function meta() {
	return pageMeta({
		title: 'Stop emails about releases',
		description: 'Take your address off the list of those we tell when a guide is out.',
		path: '/notice/stop',
		indexed: false,
	})
}

const notes = [
	'You don’t need an account for this. The link works for the address it was sent to, and for no other.',
]

/** Opened by a link in an email about a release. Needs no account. Nothing happens until the button is pressed. */
export default function NoticeStopPage() {
	const query = useQuery()
	const [state, setState] = useState<'ready' | 'done' | 'dead'>('ready')
	const [busy, run] = useBusy()
	const token = query?.get('token') ?? ''

	async function stop() {
		const outcome = await stopNotices(token)
		if (outcome !== 'failed') setState(outcome)
	}

	if (query !== null && (token === '' || state === 'dead')) {
		return (
			<NarrowPage>
				<FocusedHeading>We don’t know this link</FocusedHeading>
				<p>
					Part of the address may be missing: open it from the email itself. Or the address it was sent to has
					been deleted here, and then it gets no emails like that.
				</p>
				<p>
					Still getting them? Use the link in the newest one, or{' '}
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
				<FocusedHeading>You’re off the list</FocusedHeading>
				<p>
					We won’t tell you about releases any more, and we’ll delete your address from the list in a day. If
					you have an account, it stays as it is.
				</p>
				<ButtonLink to={href('/')} variant="secondary">
					See all guides
				</ButtonLink>
			</NarrowPage>
		)
	}
	return (
		<NarrowPage notes={notes}>
			<NeedsScripts what="This page" />
			<h1 className="text-title">Stop emails about releases?</h1>
			<p>
				Press the button, and you’re off the list for every guide you asked about. It takes effect at once.
				You’ll still get receipts and emails about your account, if you have one.
			</p>
			<Button disabled={query === null} aria-disabled={busy || undefined} onClick={() => run(stop)}>
				{busy ? 'Stopping...' : 'Stop these emails'}
			</Button>
		</NarrowPage>
	)
}
