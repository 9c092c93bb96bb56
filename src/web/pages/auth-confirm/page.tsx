import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NarrowPage } from '#web/session/narrow-page.tsx'
import { safeRedirect } from '#web/session/safe-redirect.ts'
import { useQuery } from '#web/session/use-query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { readMailLink, verifyLink } from './verify-link.ts'

export function meta() {
	return pageMeta({
		title: 'Confirm your email',
		description: 'The last step of creating an account.',
		path: '/auth/confirm',
		indexed: false,
	})
}

/** The end of a mail's link. Nothing is confirmed until the button is pressed, so a mail scanner uses nothing up. */
export default function AuthConfirmPage() {
	const query = useQuery()
	const navigate = useNavigate()
	const [state, setState] = useState<'ready' | 'busy' | 'dead'>('ready')
	const link = query === null ? undefined : readMailLink(query)
	const target = safeRedirect(query?.get('redirect'), query?.get('session_id'))

	async function confirm() {
		if (!link || state === 'busy') return
		setState('busy')
		const outcome = await verifyLink(link)
		if (outcome === 'signed-in') void navigate(target, { replace: true })
		else setState(outcome === 'dead' ? 'dead' : 'ready')
	}

	if (link === null) {
		return (
			<Unusable title="This link is not complete" target={target}>
				Part of the address is missing, which happens when a long link is copied or broken over two lines.
				Open it from the mail itself, or ask for a new one.
			</Unusable>
		)
	}
	if (state === 'dead') {
		return (
			<Unusable title="This link no longer works" target={target}>
				It has been used already, or it has run out. If you have confirmed your address before, just sign in.
				Otherwise ask for a new link.
			</Unusable>
		)
	}
	return (
		<NarrowPage notes={notes}>
			<h1 className="text-title">Confirm your email</h1>
			<p>Press the button and your account is ready. You will be signed in on this device.</p>
			<Button disabled={link === undefined} aria-disabled={state === 'busy' || undefined} onClick={confirm}>
				{state === 'busy' ? 'Confirming...' : 'Confirm my email'}
			</Button>
		</NarrowPage>
	)
}

const notes = [
	'Why a button? Some mail programs open every link to check it. This way only you can use yours up.',
]

interface UnusableProps {
	title: string
	target: string
	children: ReactNode
}

/** A link that leads nowhere: why, and the two ways on. */
function Unusable({ title, target, children }: UnusableProps) {
	const { user } = useAuth()
	const heading = useRef<HTMLHeadingElement>(null)
	// The button that had the focus may be gone; whoever cannot see that is brought here.
	useEffect(() => heading.current?.focus(), [])
	return (
		<NarrowPage>
			<h1 ref={heading} tabIndex={-1} className="text-title">
				{title}
			</h1>
			{user === null ? (
				<>
					<p>{children}</p>
					<ButtonLink to="/auth">Sign in</ButtonLink>
					<NewLinkForm target={target} />
				</>
			) : (
				<>
					<p>You are signed in already, so there is nothing left to confirm.</p>
					<ButtonLink to={target}>Go on</ButtonLink>
				</>
			)}
		</NarrowPage>
	)
}
