import { useState } from 'react'
import { CodeField } from '#web/session/fields.tsx'
import { PhoneField } from '#web/session/phone/phone-field.tsx'
import { readNumber, showNumber } from '#web/session/phone/phone-number.ts'
import { untextedMessage } from '#web/session/phone/request-text.ts'
import { TextAgainButton } from '#web/session/phone/text-again-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { useForm } from '#web/ui/use-form.ts'
import { FormButtons } from './form-buttons.tsx'
import { useReauthentication } from './reauthentication.tsx'
import { challengePhone, confirmPhone, enrolPhone, type PhoneChallenge } from './second-step-phone.ts'
import type { SetUpProps } from './set-up-app.tsx'

/** Adds a phone, to which codes are texted, as a second factor. */
export function SetUpPhone(props: SetUpProps) {
	const [open, setOpen] = useState(false)
	const [challenge, setChallenge] = useState<PhoneChallenge | null>(null)
	const opener = useReturnFocus<HTMLButtonElement>(open)
	function close() {
		setChallenge(null)
		setOpen(false)
	}
	if (challenge !== null)
		return <ConfirmPhone {...props} challenge={challenge} onChallenge={setChallenge} onClose={close} />
	if (open) return <NumberForm onChallenge={setChallenge} onClose={close} />
	return (
		<div className="grid w-full justify-items-start gap-5">
			<p>
				{props.isFirst ? 'Or have a code texted to you' : 'You can also have a code texted to you'}. An app or
				a key is safer, because numbers can be taken over.
			</p>
			<Button ref={opener} variant="secondary" onClick={() => setOpen(true)}>
				Add a phone
			</Button>
		</div>
	)
}

interface NumberFormProps {
	onChallenge: (challenge: PhoneChallenge) => void
	onClose: () => void
}

function NumberForm({ onChallenge, onClose }: NumberFormProps) {
	const { attempt, question } = useReauthentication()
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const phone = readNumber(field('phone'))
		if (phone === null) return refuse({ phone: 'That isn’t a full mobile number. Check its digits.' })
		await attempt(async () => {
			const outcome = await enrolPhone(phone)
			if (outcome.kind === 'begun') onChallenge(outcome.challenge)
			if (outcome.kind === 'refused')
				refuse({
					phone:
						outcome.why === 'same'
							? 'That number signs you in already. Use another one for the second step.'
							: untextedMessage,
				})
			return outcome.kind === 'stale' ? 'stale' : 'done'
		})
	})
	return (
		<>
			<form {...form} className="grid w-full max-w-sm justify-items-start gap-5">
				<PhoneField error={errors.phone} autoFocus className="w-full" />
				<FormButtons busy={busy} label="Text me a code" busyLabel="Sending..." onClose={onClose} />
			</form>
			{question}
		</>
	)
}

interface ConfirmPhoneProps extends SetUpProps {
	challenge: PhoneChallenge
	onChallenge: (challenge: PhoneChallenge) => void
	onClose: () => void
}

function ConfirmPhone({
	challenge,
	isFirst,
	onCodes,
	onConfirming,
	onChallenge,
	onClose,
}: ConfirmPhoneProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		onConfirming(true)
		const outcome = await confirmPhone(challenge, field('code'), isFirst)
		onConfirming(false)
		if (outcome.kind === 'refused') refuse({ code: outcome.message })
		else {
			onClose()
			onCodes(outcome.codes)
		}
	})
	async function again() {
		const outcome = await challengePhone(challenge)
		if (typeof outcome === 'string') return outcome
		onChallenge(outcome)
		return 'sent'
	}
	return (
		<form {...form} className="grid w-full max-w-sm justify-items-start gap-5">
			<p>
				We’re texting a code to <strong className="whitespace-nowrap">{showNumber(challenge.phone)}</strong>.
				It works for five minutes.
			</p>
			<CodeField label="Code from the text" error={errors.code} className="w-full" autoFocus />
			<FormButtons busy={busy} label="Switch it on" busyLabel="Switching on..." onClose={onClose}>
				<TextAgainButton send={again} />
			</FormButtons>
		</form>
	)
}
