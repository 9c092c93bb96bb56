import { useState } from 'react'
import { Link } from 'react-router'
import { Card, type NeedProps } from '#admin/pages/home/need-card.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { pounds } from '#admin/ui/money/format.ts'
import { payerSentence, usePayer } from '#admin/ui/payer.ts'
import { timeOf } from '#admin/ui/times.ts'
import { capitalised } from '#shared/wording.ts'
import { Field } from '#web/ui/field.tsx'

/** A payment on hold: who paid, why it is on hold, and what can be done about it. */
export function HeldPayment({ item, reload }: NeedProps<'held'>) {
	const { role } = useMe()
	const { product, paid_pence, email, reason, since, needs_account } = item
	const payer = usePayer(item.purchase)
	const paidBy = payerSentence(payer, email)
	const amount = paid_pence === null ? '' : `, ${pounds(paid_pence)}`
	return (
		<Card
			title={
				needs_account ? `A payment without an account: ${product}${amount}` : `On hold: ${product}${amount}`
			}
			says={
				<>
					{email === null ? 'On hold' : `${email}, on hold`} since {timeOf(since)}. {capitalised(reason)}. The
					buyer gets neither the receipt nor the guide until you decide.
				</>
			}
			actions={
				role === 'accountant' ? null : (
					<Acts item={item} reload={reload} paidBy={paidBy} address={payer.data?.address ?? email ?? ''} />
				)
			}
		>
			{paidBy === undefined ? null : (
				<p className="wrap-anywhere" aria-live="polite">
					{paidBy}
				</p>
			)}
			<p className="flex flex-wrap gap-x-4">
				<Link to={`/sales/${item.purchase}`} className="link">
					The sale
				</Link>
				{item.stripe_page === null ? null : (
					<a href={item.stripe_page} className="link" target="_blank" rel="noreferrer">
						The payment at Stripe
					</a>
				)}
			</p>
		</Card>
	)
}

interface ActsProps extends NeedProps<'held'> {
	paidBy: string | undefined
	/** Whose account it probably is. */
	address: string
}

function Acts({ item, reload, paidBy, address }: ActsProps) {
	const { purchase, product, email, may_refund, needs_account } = item
	const [typed, setTyped] = useState<string>()
	const account = (typed ?? address).trim()
	const payer = paidBy === undefined ? null : <p className="wrap-anywhere">{paidBy}</p>
	return (
		<>
			{needs_account || email === null ? (
				<ActButton
					act="attach-purchase"
					input={/^\S+@\S+\.\S+$/.test(account) ? { purchase, email: account } : undefined}
					title={`Give ${product} to an account`}
					label="Give it to this account"
					opens="Give it to an account"
					variant="primary"
					reason="needed"
					done="It’s theirs now"
					onDone={reload}
				>
					{payer}
					<Field
						label="Email of the account"
						name="account"
						type="email"
						autoComplete="off"
						value={typed ?? address}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</ActButton>
			) : (
				<ActButton
					act="release-purchase"
					input={{ purchase }}
					title={`Deliver ${product}`}
					label="Deliver it"
					variant="primary"
					reason="needed"
					done="It’s delivered"
					onDone={reload}
				>
					{payer}
				</ActButton>
			)}
			{may_refund ? (
				<ActButton
					act="refund"
					input={{ purchase }}
					title={`Refund ${product}`}
					label="Refund it"
					isDanger
					reason="needed"
					done="The refund is made"
					onDone={reload}
				>
					{payer}
				</ActButton>
			) : null}
		</>
	)
}
