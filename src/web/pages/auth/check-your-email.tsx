import { useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { FocusedHeading } from '#web/session/narrow-page.tsx'
import { newLinkMessage, resendVerification } from '#web/session/request-email.ts'
import { ResendButton } from '#web/session/resend-button.tsx'
import { stepPath } from '#web/session/sign-in-paths.ts'
import { useWaiting } from '#web/shop/waiting-guide.ts'
import { Button } from '#web/ui/button.tsx'

interface CheckYourEmailProps {
	email: string
	target: string
	onBack: () => void
	onSignIn: () => void
}

/** Shown after signing up, until the address is confirmed. */
export default function CheckYourEmail({ email, target, onBack, onSignIn }: CheckYourEmailProps) {
	const waiting = useWaiting(target)
	// The button of the form was further down. Nothing is returned: newer browsers answer with a promise, which is no clean-up.
	useLayoutEffect(() => {
		scrollTo({ top: 0, behavior: 'instant' })
	}, [])
	return (
		<section className="grid grid-cols-[minmax(0,1fr)] gap-5">
			<FocusedHeading>Check your email</FocusedHeading>
			<p>
				We’ve sent a link to <strong className="font-display wrap-anywhere">{email}</strong>. Open it and
				press the button there. You’ll be signed in{' '}
				{!waiting || waiting.next === 'read'
					? 'and taken back to where you were.'
					: waiting.next === 'download'
						? `and ${waiting.shortTitle} downloads by itself.`
						: `and the checkout for ${waiting.shortTitle} opens by itself.`}
			</p>
			<div className="flex flex-wrap gap-3">
				<ResendButton
					send={() => resendVerification(email, target)}
					sentMessage={newLinkMessage(email)}
					justSent
				/>
				<Button type="button" variant="quiet" onClick={onBack} className="max-sm:-ml-5">
					Use another address
				</Button>
			</div>
			<details className="border-y border-rule">
				<summary className="flex min-h-11 cursor-pointer items-center font-display text-label font-semibold text-press">
					Nothing there?
				</summary>
				<div className="grid gap-4 pb-5">
					<p>
						It may be in your spam folder. If it isn’t, send it again, or{' '}
						<Link to={stepPath('/auth/link', target)} state={{ email }} className="link">
							ask for a code
						</Link>{' '}
						that you can type here.
					</p>
					<p>You can open it anywhere. In another browser, we ask you to choose your password again.</p>
					<p>
						Confirmed it already?{' '}
						<button type="button" onClick={onSignIn} className="link -my-3 py-3 font-text">
							Sign in
						</button>
						. If you did that in another browser and chose no password there,{' '}
						<Link to={stepPath('/auth/link', target)} state={{ email }} className="link">
							sign in by email
						</Link>
						.
					</p>
				</div>
			</details>
		</section>
	)
}
