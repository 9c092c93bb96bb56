import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { useAuth } from '#web/session/auth-provider.tsx'
import { EmailField } from '#web/session/fields.tsx'
import { FocusedHeading } from '#web/session/narrow-page.tsx'
import { newLinkMessage, resendVerification } from '#web/session/request-email.ts'
import { stepPath } from '#web/session/sign-in-paths.ts'
import { StepAside } from '#web/session/step-aside.tsx'
import { StepPage } from '#web/session/step-page.tsx'
import { useHydrated } from '#web/session/use-in-browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import type { LinkType } from './email-link.ts'

interface UnusableLinkProps {
	title: string
	/** What the link was for; null if unknown. */
	type: LinkType | null
	target: string
	children: ReactNode
}

/** Says why a link can’t be used, and what to do instead. */
export function UnusableLink({ title, type, target, children }: UnusableLinkProps) {
	const { user } = useAuth()
	return (
		<StepPage target={target} aside={<StepAside notes={[]} />}>
			<FocusedHeading>{title}</FocusedHeading>
			<p>{children}</p>
			{user === null ? (
				<SignedOutWays type={type} target={target} />
			) : (
				<SignedInWays type={type} target={target} />
			)}
		</StepPage>
	)
}

interface WaysProps {
	type: LinkType | null
	target: string
}

function SignedInWays({ type, target }: WaysProps) {
	if (type === 'keep_factors') {
		return (
			<>
				<p>Your account page shows whether two-step verification is on. You can switch it on again there.</p>
				<ButtonLink to={href('/account')}>Go to your account</ButtonLink>
			</>
		)
	}
	if (type === 'email_change') {
		return (
			<>
				<p>Your account page shows which address you use now. You can ask for the change again there.</p>
				<ButtonLink to={href('/account')}>Go to your account</ButtonLink>
			</>
		)
	}
	return (
		<>
			<p>You’re signed in already, so you don’t need this link.</p>
			<ButtonLink to={target}>Continue</ButtonLink>
			{type === 'recovery' ? (
				<ButtonLink to={stepPath('/auth/recover', target)} variant="secondary">
					Ask for a new link
				</ButtonLink>
			) : null}
		</>
	)
}

function SignedOutWays({ type, target }: WaysProps) {
	switch (type) {
		case 'recovery':
			return (
				<>
					<ButtonLink to={stepPath('/auth/recover', target)}>Ask for a new link</ButtonLink>
					<ButtonLink to={stepPath('/auth', target)} variant="secondary">
						Sign in
					</ButtonLink>
				</>
			)
		case 'magiclink':
			return (
				<>
					<ButtonLink to={stepPath('/auth/link', target)}>Ask for a new link</ButtonLink>
					<ButtonLink to={stepPath('/auth', target)} variant="secondary">
						Sign in with a password
					</ButtonLink>
				</>
			)
		case 'keep_factors':
			return (
				<>
					<p>Two-step verification may be off by now. Sign in to check, and to switch it on again.</p>
					<ButtonLink to={`${href('/auth')}?redirect=/account`}>Sign in</ButtonLink>
					<ButtonLink to={href('/auth/recover')} variant="secondary">
						Set a new password
					</ButtonLink>
				</>
			)
		case 'email_change':
			return (
				<>
					<p>Sign in to see which address your account uses, and to ask for the change again.</p>
					<ButtonLink to={`${href('/auth')}?redirect=/account`}>Sign in</ButtonLink>
				</>
			)
		default:
			return (
				<>
					<p>If you’ve already confirmed your address, just sign in. Otherwise, ask for a new link.</p>
					<ButtonLink to={stepPath('/auth', target)}>Sign in</ButtonLink>
					<NewLinkForm target={target} />
				</>
			)
	}
}

/** Sends a new link to confirm an address. Never says whether the address has an account. */
function NewLinkForm({ target }: { target: string }) {
	const hydrated = useHydrated()
	const [sentTo, setSentTo] = useState<string | null>(null)

	const { busy, form } = useForm(async ({ field }) => {
		const email = field('email')
		const outcome = await resendVerification(email, target)
		setSentTo(outcome === 'sent' ? email : null)
	})

	return (
		<form {...form} className="grid w-full gap-4 border-t border-rule pt-5">
			<EmailField />
			<Button type="submit" variant="secondary" disabled={!hydrated} aria-disabled={busy || undefined}>
				{busy ? 'Sending...' : 'Send a new link'}
			</Button>
			<p role="status" className="wrap-anywhere">
				{sentTo === null ? null : newLinkMessage(sentTo)}
			</p>
		</form>
	)
}
