import { useState } from 'react'
import { CodeField } from '#web/session/fields.tsx'
import { TextAgainButton } from '#web/session/phone/text-again-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { useForm } from '#web/ui/use-form.ts'
import { textChallenge, verifyByPhone } from './verify-by-phone.ts'
import type { PhoneMeans } from './verify-second-step.ts'

interface PhoneStepProps {
	ready: boolean
	phones: readonly PhoneMeans[]
	onTaken: () => void
}

interface Sent {
	phone: PhoneMeans
	challengeId: string
}

/** Texts a code and asks for it. If there are several phones, the user first chooses the one they have at hand. */
export default function PhoneStep({ ready, phones, onTaken }: PhoneStepProps) {
	const [sent, setSent] = useState<Sent | null>(null)
	const [busy, run] = useBusy()

	async function send(phone: PhoneMeans) {
		const outcome = await textChallenge(phone.id)
		if (typeof outcome === 'string') return outcome
		setSent({ phone, challengeId: outcome.challengeId })
		return 'sent'
	}

	if (sent !== null) return <CodeForm sent={sent} onAgain={() => send(sent.phone)} onTaken={onTaken} />
	return (
		<div className="grid w-full max-w-sm gap-5">
			<p>Press the button, and we’ll text you a code.</p>
			{phones.map((phone, index) => (
				<Button
					key={phone.id}
					autoFocus={index === 0}
					variant={index === 0 ? 'primary' : 'secondary'}
					disabled={!ready}
					aria-disabled={busy || undefined}
					onClick={() => run(() => send(phone))}
				>
					{busy && phones.length === 1 ? 'Sending...' : `Text the phone ending ${phone.end}`}
				</Button>
			))}
		</div>
	)
}

interface CodeFormProps {
	sent: Sent
	onAgain: () => Promise<'sent' | 'too-soon' | 'failed'>
	onTaken: () => void
}

function CodeForm({ sent, onAgain, onTaken }: CodeFormProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const outcome = await verifyByPhone(sent.phone.id, sent.challengeId, field('code'))
		if (outcome.kind === 'taken') onTaken()
		else refuse({ code: outcome.message })
	})
	return (
		<form {...form} className="grid w-full max-w-sm gap-5">
			<CodeField
				autoFocus
				label="Code from the text"
				hint={`Sent to the phone ending ${sent.phone.end}. It works for five minutes.`}
				error={errors.code}
			/>
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? 'Checking...' : 'Continue'}
			</Button>
			<div>
				<TextAgainButton send={onAgain} />
			</div>
		</form>
	)
}
