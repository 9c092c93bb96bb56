import { useState } from 'react'
import { dayOf, secondOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import type { RefundTerms } from '#shared/refund-terms.ts'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { readRefusal } from '#web/shop/read-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { SaidField } from './said-field.tsx'
import { buttonOf, sentencesOf } from './sentences.ts'

interface PurchaseTermsProps {
	terms: RefundTerms
	/** The token of the emailed link that the buyer has come by, if they have. */
	link: string | null
	isOpen: boolean
	onChanged: (terms: RefundTerms) => void
	/** Called if the terms are no longer true. */
	onOutdated: () => void
}

/** A purchase: what can be asked for, and what has been. */
export function PurchaseTerms({ terms, link, isOpen, onChanged, onOutdated }: PurchaseTermsProps) {
	const { purchaseId, name, guides, paidPence, paidAt, way, asked } = terms
	const [said, setSaid] = useState('')
	const [busy, run] = useBusy()
	const waits = asked?.kind === 'help' && asked.answer === null

	async function ask(wanted: Exclude<RefundTerms['way'], 'none'>) {
		const { answer, failure } = await call('/functions/v1/request-refund', (supabase) =>
			supabase.functions.invoke<RefundTerms>('request-refund', {
				body: { purchaseId, way: wanted, said, ...(link === null ? {} : { link }) },
			}),
		)
		if (answer?.data != null) {
			setSaid('')
			return onChanged(answer.data)
		}
		const { status, message } = await readRefusal(answer?.error)
		toastFailure('That didn’t work', failure, message ?? 'Please try again in a moment.')
		if (status === 409 || status === 403) onOutdated()
	}

	return (
		<details open={isOpen} className="receipt">
			<summary className="figures grid min-h-11 cursor-pointer py-4">
				<span className="font-semibold">{name}</span>
				<span className="margin-note">
					{formatPounds(paidPence)}
					{paidAt === null ? null : `, ${dayOf(new Date(paidAt))}`}
				</span>
			</summary>
			<div className="grid max-w-measure justify-items-start gap-4 pb-7">
				{guides.length > 1 ? <p>It contains {guides.join(' and ')}.</p> : null}
				<div aria-live="polite" className="grid gap-4">
					{asked === null ? null : <Asked asked={asked} />}
					{sentencesOf(terms).map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
				</div>
				{way === 'refund' || way === 'cancel' ? (
					<>
						<Button aria-disabled={busy || undefined} onClick={() => run(() => ask(way))}>
							{busy ? 'One moment...' : buttonOf(terms)}
						</Button>
						<p className="margin-note">
							{way === 'refund'
								? `The money goes back the way you paid, and ${guides.length > 1 ? 'the guides leave' : 'the guide leaves'} your account immediately. We email you a confirmation.`
								: 'We email you a confirmation.'}
						</p>
					</>
				) : null}
				{way === 'help' && !waits ? (
					<form
						className="grid w-full justify-items-start gap-4"
						onSubmit={(event) => {
							event.preventDefault()
							run(() => ask('help'))
						}}
					>
						<SaidField label="What is wrong?" said={said} onSay={setSaid} />
						<Button type="submit" aria-disabled={busy || undefined}>
							{busy ? 'Sending...' : 'Send'}
						</Button>
					</form>
				) : null}
			</div>
		</details>
	)
}

/** What the user has asked for, and the answer. */
function Asked({ asked: { kind, at, said, answer } }: { asked: NonNullable<RefundTerms['asked']> }) {
	const when = secondOf(new Date(at))
	return (
		<>
			<p className="font-semibold">
				{kind === 'refund'
					? `You asked for your money back on ${when}. A confirmation is in your email.`
					: kind === 'cancellation'
						? `You cancelled the order on ${when}. A confirmation is in your email.`
						: answer === null
							? `You wrote to us on ${when}. A person answers you by email.`
							: `You wrote to us on ${when}.`}
			</p>
			{said === '' ? null : <p className="margin-note wrap-anywhere whitespace-pre-line">“{said}”</p>}
			{answer === null ? null : <p className="wrap-anywhere whitespace-pre-line">Our answer: {answer}</p>}
		</>
	)
}
