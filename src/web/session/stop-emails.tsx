import { useState } from 'react'
import { href, Link } from 'react-router'
import { type StopKind, stopLinks } from '#shared/stop-links.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { followLink, type LinkOutcome } from './call-function.ts'
import { FocusedHeading, NarrowPage, NeedsScripts } from './narrow-page.tsx'
import { useQuery } from './use-in-browser.ts'

interface StopEmailsProps {
	kind: StopKind
	/** Remarks to show besides the one about the button. */
	notes?: readonly string[]
	question: string
	consequence: string
	done: { title: string; text: string }
	/** Another reason why a link may be unknown, such as that the address or the account has been deleted. */
	unknown: string
}

/**
 * Opened by a link in an email. Needs no session. The link is not used until the visitor presses the button, because email
 * scanners open every link.
 */
export function StopEmails({ kind, notes = [], question, consequence, done, unknown }: StopEmailsProps) {
	const query = useQuery()
	const [state, setState] = useState<LinkOutcome | 'ready'>('ready')
	const [busy, run] = useBusy()
	const token = query?.get('token') ?? ''

	async function stop() {
		const outcome = await followLink(`${stopLinks[kind].operation}?token=${encodeURIComponent(token)}`, {})
		if (outcome !== 'failed') setState(outcome)
	}

	if (query !== null && (token === '' || state === 'dead')) {
		return (
			<NarrowPage>
				<FocusedHeading>We don’t know this link</FocusedHeading>
				<p>Part of it may be missing: open the link from the email itself. {unknown}</p>
				<p>
					Still getting these emails? Use the link in the newest one, or{' '}
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
				<FocusedHeading>{done.title}</FocusedHeading>
				<p>{done.text}</p>
				<ButtonLink to={href('/')} variant="secondary">
					See all guides
				</ButtonLink>
			</NarrowPage>
		)
	}
	return (
		<NarrowPage notes={[...notes, whyButton]}>
			<NeedsScripts what="This page" />
			<h1 className="text-title">{question}</h1>
			<p>{consequence}</p>
			<Button disabled={query === null} aria-disabled={busy || undefined} onClick={() => run(stop)}>
				{busy ? 'Stopping...' : 'Stop these emails'}
			</Button>
		</NarrowPage>
	)
}

const whyButton =
	'Why a button? Some email programs open every link to check it. With a button, only you can stop these emails.'
