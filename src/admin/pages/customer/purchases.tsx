import { useState } from 'react'
import { Link } from 'react-router'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Openings } from '#admin/ui/openings.tsx'
import { ReceiptButton } from '#admin/ui/receipt-button.tsx'
import { stateAt } from '#admin/ui/record-names.ts'
import { RefundButton } from '#admin/ui/refund-button.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'

export type Purchase = Answer<'customer'>['purchases'][number]

interface PurchasesProps {
	customer: Answer<'customer'>
	mayAct: boolean
	onChanged: () => void
}

/** Lists the guides that a customer has bought or taken, with the state of each purchase and what can be done about it. */
export function Purchases({ customer, mayAct, onChanged }: PurchasesProps) {
	return (
		<section aria-labelledby="purchases">
			<div className="section-head">
				<h2 id="purchases" className="section-title">
					Guides
				</h2>
				{mayAct && customer.may_get.length > 0 ? (
					<GiveButton customer={customer} onChanged={onChanged} />
				) : null}
			</div>
			{customer.purchases.length === 0 ? (
				<Empty title="Nothing yet">What they buy or take will be listed here.</Empty>
			) : (
				<ul className="lines">
					{customer.purchases.map((purchase) => (
						<li key={purchase.id} className="grid gap-3">
							<Story purchase={purchase} />
							{mayAct ? <Acts purchase={purchase} onChanged={onChanged} /> : null}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

function Story({ purchase }: { purchase: Purchase }) {
	const { id, product, status, receipt, payment, refunds } = purchase
	return (
		<div>
			<p className="flex flex-wrap justify-between gap-x-4">
				<Link to={`/sales/${id}`} className="row-link">
					{product}
				</Link>
				<span>{priceOf(purchase)}</span>
			</p>
			<p className={status === 'completed' ? 'text-soft' : 'text-brick'}>
				{stateAt(purchase)}
				{receipt === null ? '' : `, receipt ${receipt}`}
			</p>
			{refunds.map((refund) => (
				<p key={`${refund.at} ${refund.amount_pence}`}>
					{refundName(refund)} {formatPounds(refund.amount_pence)}, {timeOf(refund.at)}
				</p>
			))}
			<Openings guides={purchase.opened} />
			<ReceiptState purchase={purchase} />
			{payment === null ? null : (
				<p className="text-soft">
					Payment <span className="wrap-anywhere select-all">{payment}</span>
				</p>
			)}
		</div>
	)
}

function priceOf({ price_pence: price, discount_pence: discount, discount_code: code }: Purchase): string {
	if (price === 0) return 'Free'
	if (discount === null) return formatPounds(price)
	return `${formatPounds(price - discount)}, after ${formatPounds(discount)} off${code === null ? '' : ` with ${code}`}`
}

function refundName({ kind, stands }: Purchase['refunds'][number]): string {
	if (kind === 'dispute') return stands ? 'Dispute lost:' : 'Dispute won:'
	if (!stands) return 'Refund that failed:'
	return kind === 'by hand' ? 'Refunded by hand:' : 'Refunded:'
}

function ReceiptState({
	purchase: { receipt, receipt_emailed_at, receipt_refusal },
}: {
	purchase: Purchase
}) {
	if (receipt === null) return null
	if (receipt_refusal !== null)
		return (
			<p className="text-brick wrap-anywhere">
				The receipt was refused by their mail server: {receipt_refusal}
			</p>
		)
	return (
		<p className="text-soft">
			{receipt_emailed_at === null
				? 'The receipt is on its way'
				: `Receipt emailed ${timeOf(receipt_emailed_at)}`}
		</p>
	)
}

function Acts({ purchase, onChanged }: { purchase: Purchase; onChanged: () => void }) {
	const { id, product, receipt, may_refund } = purchase
	if (receipt === null && !may_refund) return null
	return (
		<div className="flex flex-wrap gap-2">
			{receipt === null ? null : <ReceiptButton id={id} receipt={receipt} onDone={onChanged} />}
			{may_refund ? <RefundButton id={id} product={product} onDone={onChanged} /> : null}
		</div>
	)
}

function GiveButton({
	customer: { id, may_get },
	onChanged,
}: Pick<PurchasesProps, 'customer' | 'onChanged'>) {
	const [product, choose] = useState(may_get[0]?.id ?? '')
	const title = may_get.find((guide) => guide.id === product)?.title
	return (
		<ActButton
			act="give-guide"
			input={title === undefined ? undefined : { customer: id, product }}
			title="Give a guide"
			label="Give it"
			opens="Give a guide …"
			reason="needed"
			done={`${title} is theirs.`}
			onDone={onChanged}
		>
			<Select
				label="Which guide"
				value={product}
				options={may_get.map((guide) => ({ value: guide.id, label: guide.title }))}
				onChange={choose}
			/>
		</ActButton>
	)
}
