import { DisputeAnswer } from '#admin/ui/dispute-answer.tsx'
import { pounds } from '#admin/ui/money/format.ts'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

interface DisputesProps {
	disputes: Answer<'sale'>['disputes']
	mayAct: boolean
	onChanged: () => void
}

/** Lists the disputes that the customer's bank has raised, and how far the shop has got with answering them. */
export function Disputes({ disputes, mayAct, onChanged }: DisputesProps) {
	if (disputes.length === 0) return null
	return (
		<section aria-labelledby="disputes">
			<h2 id="disputes" className="section-title">
				{disputes.length === 1 ? 'Dispute' : 'Disputes'}
			</h2>
			<ul className="lines">
				{disputes.map((dispute) => (
					<li key={dispute.id} className="grid gap-1">
						<p className="flex flex-wrap justify-between gap-x-4">
							<b>{stateNames[dispute.state]}</b>
							<span>{pounds(dispute.amount_pence)}</span>
						</p>
						<p className="text-soft">{answerOf(dispute)}</p>
						<p className="text-soft wrap-anywhere select-all">{dispute.id}</p>
						{mayAct && dispute.is_open ? (
							<DisputeAnswer
								key={dispute.stage}
								dispute={dispute.id}
								stage={dispute.stage}
								onDone={onChanged}
							/>
						) : null}
					</li>
				))}
			</ul>
		</section>
	)
}

const stateNames: Readonly<Record<Answer<'sale'>['disputes'][number]['state'], string>> = {
	inquiry: 'Their bank has questioned the payment',
	prevented: 'Refunded before it became a dispute',
	open: 'Open: the bank will decide',
	lost: 'Lost: the money went back',
	won: 'Won: the money is yours',
}

function answerOf({ sent_at, is_open, answer_by, stage }: Answer<'sale'>['disputes'][number]): string {
	const isAppeal = stage === 'appeal'
	if (sent_at !== null) return `Your ${isAppeal ? 'appeal' : 'answer'} was sent ${timeOf(sent_at)}.`
	if (answer_by === null) return is_open ? 'Not answered yet.' : 'No answer is expected.'
	return is_open
		? `${isAppeal ? 'Appeal' : 'Answer'} by ${timeOf(answer_by)}.`
		: `Not answered in the admin; the deadline was ${timeOf(answer_by)}.`
}
