import { useState } from 'react'
import { href, Link } from 'react-router'
import { requestLinkHours } from '#shared/message-rules.ts'
import { callFunction } from '#web/session/call-function.ts'
import { EmailField } from '#web/session/fields.tsx'
import { FocusedHeading, NarrowPage } from '#web/session/narrow-page.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

/** Asks a visitor who is signed out which purchase it is, and has the link to it emailed. */
export default function AskForLink({ title, isDead }: { title: string; isDead: boolean }) {
	const [sentTo, setSentTo] = useState<string | null>(null)
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const email = field('email')
		const { status, failure } = await callFunction('request-refund-link', {
			email,
			receipt: field('receipt'),
		})
		if (status === 200) setSentTo(email)
		else if (status === 400) refuse({ email: 'Please give a full address, such as name@example.com.' })
		else
			toastFailure(
				'Not sent yet',
				failure,
				status === 429
					? 'We’ve had many requests at once. Please try again in an hour.'
					: 'Please try again in a moment.',
			)
	})

	if (sentTo !== null) return <CheckEmail sentTo={sentTo} onAgain={() => setSentTo(null)} />
	return (
		<NarrowPage notes={notes}>
			<h1 className="text-title">{isDead ? 'This link doesn’t work any more' : title}</h1>
			<p>
				{isDead
					? `It works for ${requestLinkHours} hours. Ask for a new one here. `
					: 'You don’t need to sign in: we email you a link to the purchase. '}
				<Link to={signInPath('/account/refund')} className="link">
					Sign in instead
				</Link>
			</p>
			<form {...form} onFocus={prepareSupabase} className="grid w-full gap-5">
				<Field
					label="Receipt number"
					name="receipt"
					maxLength={40}
					autoComplete="off"
					autoCapitalize="characters"
					placeholder="HS-000123"
					hint="It’s in the email with your receipt. No receipt yet, because your payment is on its way or on hold? Leave this empty."
				/>
				<EmailField label="Email address of the purchase" error={errors.email} maxLength={255} />
				<Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
					{busy ? 'Sending...' : 'Email me the link'}
				</Button>
			</form>
		</NarrowPage>
	)
}

const notes = [
	'The link shows whether you can cancel or get your money back, and why. Nothing happens until you press a button there.',
	'Have you deleted your account? Then we no longer have your address. Write to us with the number of your receipt.',
	'Is it about your personal data? Sign in, and ask or complain on this page, or write to us.',
]

/** Shown after the request. It can’t say whether a purchase was found, because the server doesn’t reveal that. */
function CheckEmail({ sentTo, onAgain }: { sentTo: string; onAgain: () => void }) {
	return (
		<NarrowPage>
			<FocusedHeading>Now check your email</FocusedHeading>
			<p className="wrap-anywhere">
				If the number and <strong>{sentTo}</strong> belong together, we’ve sent a link there. It works for{' '}
				{requestLinkHours} hours.
			</p>
			<p className="margin-note">
				No email after a few minutes? Check your spam folder, and that the receipt went to this address. We
				send five such emails a day at most.{' '}
				<Link to={href('/contact')} className="link">
					Write to us
				</Link>{' '}
				if it doesn’t arrive.
			</p>
			<Button variant="secondary" onClick={onAgain}>
				Try another address or number
			</Button>
		</NarrowPage>
	)
}
