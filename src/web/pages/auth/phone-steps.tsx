import { useState } from 'react'
import { textCodeMinutes } from '#shared/message-rules.ts'
import { durationInWords } from '#shared/wording.ts'
import { CodeField } from '#web/session/fields.tsx'
import { FocusedHeading } from '#web/session/narrow-page.tsx'
import { PhoneField } from '#web/session/phone/phone-field.tsx'
import { readNumber, showNumber } from '#web/session/phone/phone-number.ts'
import { requestSignInText, untextedMessage } from '#web/session/phone/request-text.ts'
import { TextAgainButton } from '#web/session/phone/text-again-button.tsx'
import { signInByCode } from '#web/session/sign-in-by-code.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface PhoneStepsProps {
	/** The page to go to afterwards. */
	target: string
	onBack: () => void
}

/** Signs in, or signs up, with a code texted to a mobile number. */
export function PhoneSteps({ target, onBack }: PhoneStepsProps) {
	const [typed, setTyped] = useState('')
	const [sentTo, setSentTo] = useState<string | null>(null)
	if (sentTo !== null) return <CodeStep phone={sentTo} target={target} onBack={() => setSentTo(null)} />
	return <NumberStep typed={typed} onTyped={setTyped} onSent={setSentTo} onBack={onBack} />
}

interface NumberStepProps {
	/** Kept in case the visitor comes back from the next step. */
	typed: string
	onTyped: (typed: string) => void
	onSent: (phone: string) => void
	onBack: () => void
}

function NumberStep({ typed, onTyped, onSent, onBack }: NumberStepProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const phone = readNumber(field('phone'))
		if (phone === null) {
			refuse({ phone: 'That isn’t a full mobile number. Check its digits.' })
			return
		}
		const outcome = await requestSignInText(phone)
		if (outcome === 'refused') refuse({ phone: untextedMessage })
		// A code sent less than a minute ago still works.
		if (outcome === 'sent' || outcome === 'too-soon') onSent(phone)
	})
	return (
		<>
			<FocusedHeading>Sign in by phone</FocusedHeading>
			<p>No password needed: we’ll text you a code. If you’re new here, it also creates your account.</p>
			<form {...form} className="grid w-full gap-5">
				<PhoneField
					defaultValue={typed}
					onInput={(event) => onTyped(event.currentTarget.value)}
					error={errors.phone}
				/>
				<Button type="submit" aria-disabled={busy || undefined}>
					{busy ? 'Sending...' : 'Text me a code'}
				</Button>
			</form>
			<Button variant="quiet" size="small" onClick={onBack} className="-ml-4">
				Sign in another way
			</Button>
		</>
	)
}

interface CodeStepProps {
	phone: string
	target: string
	onBack: () => void
}

const codeErrors = {
	wrong: 'That code isn’t valid, or has expired. After five wrong codes, ask for a new one.',
	'too-often': 'Too many wrong codes. Sign in another way, or try again tomorrow.',
}

function CodeStep({ phone, target, onBack }: CodeStepProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const token = field('code')
		// Sends no sign-up proof, because this page never signs up with a password. If someone else has signed up with this
		// number and a password, that password must not become valid.
		const outcome = await signInByCode({ type: 'sms', phone, token }, '', target)
		if (outcome === 'wrong' || outcome === 'too-often') refuse({ code: codeErrors[outcome] })
	})
	return (
		<>
			<FocusedHeading>Check your phone</FocusedHeading>
			<p>
				We’re texting a code to{' '}
				<strong className="font-display whitespace-nowrap">{showNumber(phone)}</strong>. It works for{' '}
				{durationInWords(textCodeMinutes)}.
			</p>
			<form {...form} className="grid w-full max-w-xs gap-5">
				<CodeField label="Code from the text" error={errors.code} />
				<Button type="submit" aria-disabled={busy || undefined}>
					{busy ? 'Signing in...' : 'Sign in'}
				</Button>
			</form>
			<div className="flex flex-wrap gap-3">
				<TextAgainButton send={() => requestSignInText(phone)} />
				<Button variant="quiet" onClick={onBack} className="max-sm:-ml-5">
					Use another number
				</Button>
			</div>
			<p className="margin-note">
				No text after a minute? If you haven’t used this number here for half a year, look in your email:
				we’ve sent a link there instead.
			</p>
		</>
	)
}
