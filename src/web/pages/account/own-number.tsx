import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { textCodeMinutes } from '#shared/message-rules.ts'
import { durationInWords } from '#shared/wording.ts'
import { call } from '#web/session/call.ts'
import { CodeField } from '#web/session/fields.tsx'
import { PhoneField } from '#web/session/phone/phone-field.tsx'
import { readNumber, showNumber } from '#web/session/phone/phone-number.ts'
import { requestNumber, resendNumber, untextedMessage } from '#web/session/phone/request-text.ts'
import { TextAgainButton } from '#web/session/phone/text-again-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast, unreachableMessage } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useReauthentication } from './reauthentication.tsx'

/** Adds or changes the number with which the user can sign in. `identities.tsx` removes it. */
export function OwnNumber({ user }: { user: User }) {
	/** The number to which a code has been sent. */
	const [waiting, setWaiting] = useState<string | null>(null)
	if (waiting !== null) return <ConfirmNumber phone={waiting} onClose={() => setWaiting(null)} />
	return <NewNumber current={user.phone ?? ''} pending={user.new_phone ?? ''} onSent={setWaiting} />
}

interface NewNumberProps {
	/** The current number; empty if there is none. */
	current: string
	/** The number that this account has asked to add but has not confirmed; empty if there is none. */
	pending: string
	onSent: (phone: string) => void
}

const contestedMessage = 'A code was just texted to this number. Wait a minute, then ask again.'

function NewNumber({ current, pending, onSent }: NewNumberProps) {
	const { attempt, question } = useReauthentication()
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const phone = readNumber(field('phone'))
		if (phone === null) return refuse({ phone: 'That isn’t a full mobile number. Check its digits.' })
		if (phone === current) return refuse({ phone: 'That’s already your number.' })
		await attempt(async () => {
			const outcome = await requestNumber(phone)
			if (outcome === 'refused') refuse({ phone: untextedMessage })
			// If this account requested a code for the number less than a minute ago, that code still works. If another account did,
			// entering its code would add the number to that account.
			if (outcome === 'sent' || (outcome === 'too-soon' && pending === phone)) onSent(phone)
			else if (outcome === 'too-soon') refuse({ phone: contestedMessage })
			return outcome === 'stale' ? 'stale' : 'done'
		})
	})
	return (
		<>
			<p>{current === '' ? 'You haven’t added a number.' : <CurrentNumber phone={current} />}</p>
			<form {...form} className="grid w-full max-w-sm justify-items-start gap-4">
				<PhoneField
					label={current === '' ? 'Mobile number' : 'New number'}
					error={errors.phone}
					className="w-full"
				/>
				<Button type="submit" variant="secondary" aria-disabled={busy || undefined}>
					{busy ? 'Sending...' : 'Text me a code'}
				</Button>
			</form>
			{question}
		</>
	)
}

function CurrentNumber({ phone }: { phone: string }) {
	return (
		<>
			Current number: <strong className="whitespace-nowrap">{showNumber(phone)}</strong>
		</>
	)
}

interface ConfirmNumberProps {
	phone: string
	onClose: () => void
}

function ConfirmNumber({ phone, onClose }: ConfirmNumberProps) {
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const refused = await confirmNumber(phone, field('code'))
		if (refused === null) onClose()
		else refuse({ code: refused })
	})
	return (
		<>
			<p>
				We’re texting a code to <strong className="whitespace-nowrap">{showNumber(phone)}</strong>. It works
				for {durationInWords(textCodeMinutes)}. If none comes, the number may belong to another account.
			</p>
			<form {...form} className="grid w-full max-w-xs justify-items-start gap-4">
				<CodeField label="Code from the text" error={errors.code} className="w-full" autoFocus />
				<Button type="submit" variant="secondary" aria-disabled={busy || undefined}>
					{busy ? 'Checking...' : 'Use this number'}
				</Button>
			</form>
			<div className="flex flex-wrap gap-3">
				<TextAgainButton send={() => resendNumber(phone)} />
				<Button variant="quiet" onClick={onClose} className="max-sm:-ml-5">
					Cancel
				</Button>
			</div>
		</>
	)
}

/** Returns the error for the field, or null if the number now belongs to the user. */
async function confirmNumber(phone: string, token: string): Promise<string | null> {
	const { answer, failure } = await call('/auth/v1/verify', (supabase) =>
		supabase.auth.verifyOtp({ phone, token, type: 'phone_change' }),
	)
	if (answer?.error === null) {
		toast.success('Your number is set', {
			description: 'You can now sign in with a code that we text to it.',
		})
		return null
	}
	if (failure.unreachable) return unreachableMessage
	switch (answer?.error.code) {
		case 'otp_expired':
			return 'That code isn’t valid, or has expired. After five wrong codes, ask for a new one.'
		case 'phone_exists':
			return 'Another account has confirmed this number meanwhile.'
		case 'over_request_rate_limit':
			return 'Too many wrong codes. Try again in a few minutes.'
		default:
			return 'That didn’t work. Please try again in a moment.'
	}
}
