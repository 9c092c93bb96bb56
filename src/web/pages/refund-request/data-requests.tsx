import { useId, useState } from 'react'
import { secondOf } from '#shared/dates.ts'
import type { DataRequest } from '#shared/refund-terms.ts'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { readRefusal } from '#web/shop/read-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { SaidField } from './said-field.tsx'

const kinds = {
	'data request': {
		label: 'I want something done with my data',
		explains: 'A copy, a correction or a deletion, for example. We answer within a month.',
		asked: 'You asked about your data',
		button: 'Send the request',
	},
	'data complaint': {
		label: 'I have a complaint about how you treat my data',
		explains: 'We look into it without delay, and tell you what we’ve found.',
		asked: 'You complained about how we treat your data',
		button: 'Send the complaint',
	},
} as const

interface DataRequestsProps {
	before: readonly DataRequest[]
	/** The token of the emailed link by which somebody has come, if they have. */
	link: string | null
}

/** Takes a request or a complaint about personal data, and shows those made before. */
export default function DataRequests({ before, link }: DataRequestsProps) {
	const [requests, setRequests] = useState(before)
	const [kind, setKind] = useState<DataRequest['kind']>('data request')
	const [said, setSaid] = useState('')
	const [busy, run] = useBusy()
	const id = useId()
	const waits = requests.some((request) => request.kind === kind && request.answer === null)

	async function send() {
		const { answer, failure } = await call('/functions/v1/request-data', (supabase) =>
			supabase.functions.invoke<{ data: DataRequest[] }>('request-data', {
				body: { kind, said, ...(link === null ? {} : { link }) },
			}),
		)
		if (answer?.data != null) {
			setSaid('')
			return setRequests(answer.data.data)
		}
		const { message } = await readRefusal(answer?.error)
		toastFailure('That didn’t work', failure, message ?? 'Please try again in a moment.')
	}

	return (
		<section aria-label="Your data" className={`grid max-w-measure gap-5 ${link === null ? 'mt-12' : ''}`}>
			{link === null ? (
				<h2 id="about-data" className="text-subheading scroll-mt-24">
					Your data
				</h2>
			) : null}
			<div aria-live="polite" className="grid gap-5">
				{requests.map((request) => (
					<div key={request.id} className="grid gap-2">
						<p className="font-semibold">
							{kinds[request.kind].asked} on {secondOf(new Date(request.at))}.
							{request.answer === null ? ' A confirmation is in your email, and a person answers you.' : ''}
						</p>
						<p className="margin-note wrap-anywhere whitespace-pre-line">“{request.said}”</p>
						{request.answer === null ? null : (
							<p className="wrap-anywhere whitespace-pre-line">Our answer: {request.answer}</p>
						)}
					</div>
				))}
			</div>
			<form
				className="grid w-full justify-items-start gap-5"
				onSubmit={(event) => {
					event.preventDefault()
					run(send)
				}}
			>
				<fieldset className="grid gap-3">
					<legend className="mb-2 font-display text-label font-semibold">What is it about?</legend>
					{(['data request', 'data complaint'] as const).map((one) => (
						<label key={one} className="flex items-baseline gap-3">
							<input
								type="radio"
								name={`${id}kind`}
								checked={kind === one}
								onChange={() => setKind(one)}
								className="translate-y-0.5"
							/>
							<span>
								{kinds[one].label}
								<span className="margin-note block">{kinds[one].explains}</span>
							</span>
						</label>
					))}
				</fieldset>
				{waits ? (
					<p>We’re still working on the one above. Reply to the confirmation if you want to add something.</p>
				) : (
					<>
						<SaidField label="Tell us about it" said={said} onSay={setSaid} />
						<Button type="submit" aria-disabled={busy || undefined}>
							{busy ? 'Sending...' : kinds[kind].button}
						</Button>
					</>
				)}
			</form>
		</section>
	)
}
