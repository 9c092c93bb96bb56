import { Link } from 'react-router'
import { Card, type NeedProps } from '#admin/pages/home/need-card.tsx'
import { useMe } from '#admin/session/session.ts'
import { useUnsaved } from '#admin/session/unsaved.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { TextArea } from '#admin/ui/text-area.tsx'
import { dayOfTime, timeOf } from '#admin/ui/times.ts'

const unsaved = new Map<string, string>()

/** What a buyer has written about a purchase, or a refund that the shop has promised and Stripe has refused. */
export function BuyerRequest({ item, reload }: NeedProps<'request'>) {
	const { role } = useMe()
	const { request, purchase, product, email, receipt, said, asked_at, may_refund } = item
	const who = email ?? 'An account that has been deleted'
	return (
		<Card
			title={said === null ? `Refund refused: ${product}` : `Asks for help: ${product}`}
			says={
				<>
					{who}
					{receipt === null ? '' : `, ${receipt}`}, {timeOf(asked_at)}.
					{said === null ? ' The shop has promised a refund, and Stripe has refused to make it.' : ''}
				</>
			}
			actions={
				role === 'accountant' ? null : (
					<>
						<AnswerButton request={request} who={who} reload={reload} />
						{may_refund ? (
							<ActButton
								act="refund"
								input={{ purchase }}
								title={`Refund ${product}`}
								label="Refund all of it"
								opens="Refund …"
								isDanger
								reason="needed"
								done="The refund is made"
								onDone={reload}
							/>
						) : null}
					</>
				)
			}
		>
			{said === null ? null : <p className="wrap-anywhere whitespace-pre-line">{said}</p>}
			<p>
				<Link to={`/sales/${purchase}`} className="link">
					The sale
				</Link>
			</p>
		</Card>
	)
}

interface AnswerButtonProps {
	request: string
	who: string
	reload: () => void
}

function AnswerButton({ request, who, reload }: AnswerButtonProps) {
	const [text, setText] = useUnsaved(unsaved, request, '')
	return (
		<ActButton
			act="answer-request"
			input={text.trim() === '' ? undefined : { request, text }}
			title={`Answer ${who}`}
			opens="Answer …"
			label="Email the answer"
			variant="primary"
			reason="none"
			done="The answer is on its way"
			onDone={() => {
				setText(undefined)
				reload()
			}}
		>
			<TextArea label="Your answer" name="answer" maxLength={4_000} value={text} onChange={setText} />
		</ActButton>
	)
}

/** What somebody asks about their personal data, and until when the law wants an answer. */
export function AboutData({ item, reload }: NeedProps<'data'>) {
	const { role } = useMe()
	const { request, about, email, user_id, said, asked_at, acknowledged_at, answer_by } = item
	const who = email ?? 'An account without an address'
	const isComplaint = about === 'data complaint'
	return (
		<Card
			title={`${isComplaint ? 'Complains about their data: reply' : 'Asks about their data: answer'} by ${dayOfTime(answer_by)}`}
			says={
				<>
					{who}, {timeOf(asked_at)}.{' '}
					{acknowledged_at === null
						? 'The email that it has arrived hasn’t gone out yet. The law wants it within 30 days.'
						: `The shop has confirmed that it arrived, ${timeOf(acknowledged_at)}.`}{' '}
					{isComplaint
						? 'The law wants you to look into it without delay, and to say what you’ve found.'
						: 'The law gives you a month.'}
				</>
			}
			actions={role === 'accountant' ? null : <AnswerButton request={request} who={who} reload={reload} />}
		>
			<p className="wrap-anywhere whitespace-pre-line">{said}</p>
			{user_id === null ? (
				<p className="text-soft">
					No account has this address. Look for it among those who wait for a release, and in your mailbox.
				</p>
			) : (
				<p>
					<Link to={`/customers/${user_id}`} className="link">
						The customer
					</Link>
				</p>
			)}
		</Card>
	)
}
