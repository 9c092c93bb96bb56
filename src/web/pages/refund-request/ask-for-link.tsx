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

/** Asks a visitor who is signed out which purchase it is, or whether it is about their data, and has a link emailed. */
export default function AskForLink({ title, isDead }: { title: string; isDead: boolean }) {
	const [sentTo, setSentTo] = useState<string | null>(null)
	const [about, setAbout] = useState<About>(location.hash === '#about-data' ? 'data' : 'purchase')
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const email = field('email')
		const { status, failure } = await callFunction('request-refund-link', {
			email,
			about,
			...(about === 'data' ? {} : { receipt: field('receipt') }),
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

	if (sentTo !== null) return <CheckEmail about={about} sentTo={sentTo} onAgain={() => setSentTo(null)} />
	return (
		<NarrowPage notes={notes}>
			<h1 className="text-title">{isDead ? 'This link doesn’t work any more' : title}</h1>
			<p>
				{isDead
					? `It works for ${requestLinkHours} hours. Ask for a new one here. `
					: 'You don’t need to sign in, or to have an account: we email you a link. '}
				<Link to={signInPath('/account/refund')} className="link">
					Sign in instead
				</Link>
			</p>
			<form {...form} onFocus={prepareSupabase} className="grid w-full gap-5">
				<fieldset>
					<legend className="mb-1 font-display text-label font-semibold">What is it about?</legend>
					{(['purchase', 'data'] as const).map((one) => (
						<label key={one} className="flex min-h-11 items-center gap-3">
							<input type="radio" name="about" checked={about === one} onChange={() => setAbout(one)} />
							{choices[one]}
						</label>
					))}
				</fieldset>
				{about === 'purchase' ? (
					<Field
						label="Receipt number"
						name="receipt"
						maxLength={40}
						autoComplete="off"
						autoCapitalize="characters"
						placeholder="HS-000123"
						hint="It’s in the email with your receipt. No receipt yet, because your payment is on its way or on hold? Leave this empty."
					/>
				) : null}
				<EmailField
					label={about === 'purchase' ? 'Email address of the purchase' : 'Your email address'}
					error={errors.email}
					maxLength={255}
				/>
				<Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
					{busy ? 'Sending...' : 'Email me the link'}
				</Button>
			</form>
		</NarrowPage>
	)
}

type About = 'purchase' | 'data'

const choices: Readonly<Record<About, string>> = {
	purchase: 'Something that I’ve paid for',
	data: 'My personal data: a request or a complaint',
}

const notes = [
	'The link shows whether you can cancel or get your money back, and why. Nothing happens until you press a button there.',
	'Have you deleted your account? Then we no longer have your address. Write to us with the number of your receipt.',
	'About your personal data, you can write to us as well. We confirm that it arrived, and answer by the day that the law sets.',
]

/** Shown after the request. It can’t say whether a purchase was found, because the server doesn’t reveal that. */
function CheckEmail({ about, sentTo, onAgain }: { about: About; sentTo: string; onAgain: () => void }) {
	return (
		<NarrowPage>
			<FocusedHeading>Now check your email</FocusedHeading>
			<p className="wrap-anywhere">
				{about === 'data' ? (
					<>
						We’ve sent a link to <strong>{sentTo}</strong>.
					</>
				) : (
					<>
						If the number and <strong>{sentTo}</strong> belong together, we’ve sent a link there.
					</>
				)}{' '}
				It works for {requestLinkHours} hours.
			</p>
			<p className="margin-note">
				No email after a few minutes? Check your spam folder, and the address. We send five such emails a day
				at most.{' '}
				<Link to={href('/contact')} className="link">
					Write to us
				</Link>{' '}
				if it doesn’t arrive.
			</p>
			<Button variant="secondary" onClick={onAgain}>
				{about === 'data' ? 'Try another address' : 'Try another address or number'}
			</Button>
		</NarrowPage>
	)
}
