import { Link } from 'react-router'
import { Card, type NeedProps } from '#admin/pages/home/need-card.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { pounds } from '#admin/ui/money/format.ts'
import { timeOf } from '#admin/ui/times.ts'

/** A payment that the bank reports as fraud: what refunding it now costs, and what a dispute would cost. */
export function FraudWarning({ item, reload }: NeedProps<'fraud'>) {
	const { role } = useMe()
	const { purchase, product, left_pence, email, receipt, warned_at, fraud, costs } = item
	const arithmetic = costs.map((sentence) => <p key={sentence}>{sentence}</p>)
	return (
		<Card
			title={`Reported as fraud: ${product}, ${pounds(left_pence)}`}
			says={
				<>
					{email ?? 'An account that has been deleted'}
					{receipt === null ? '' : `, ${receipt}`}. Their bank reported {timeOf(warned_at)} that {fraud}. A
					dispute is likely, unless you refund the payment first.
				</>
			}
			actions={
				role === 'accountant' ? null : (
					<ActButton
						act="refund"
						input={{ purchase }}
						title={`Refund ${product}`}
						label="Refund all of it"
						opens="Refund now"
						variant="primary"
						isDanger
						reason="needed"
						done="The refund is made"
						onDone={reload}
					>
						{arithmetic}
					</ActButton>
				)
			}
		>
			{arithmetic}
			<p>
				<Link to={`/sales/${purchase}`} className="link">
					The sale
				</Link>
			</p>
		</Card>
	)
}
