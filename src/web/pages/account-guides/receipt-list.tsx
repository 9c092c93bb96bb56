import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { dayOf, momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { sampleSeller } from '#shared/site.ts'
import { refundPath } from '#web/account/refund-path.ts'
import { Wordmark } from '#web/frame/wordmark.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'
import { siteText } from '#web/site/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { refundedPenceOf } from './guide-item.tsx'
import './receipts.css'
import type { Receipt } from './read-receipts.ts'

/** Lists the receipts, collapsed. If the address names a receipt, as the links in emails do, that receipt is open. */
export function ReceiptList({ receipts }: { receipts: readonly Receipt[] }) {
	return (
		<section id="receipts" aria-labelledby="receipts-heading" className="mt-14">
			<h2 id="receipts-heading" tabIndex={-1} className="mb-4 text-heading outline-none">
				Receipts
			</h2>
			{receipts.length === 0 ? (
				<p className="margin-note">The receipt of every guide you buy will be here.</p>
			) : null}
			<ul className="border-rule not-empty:border-t">
				{receipts.map((receipt) => (
					<li key={receipt.number} className="border-b border-rule">
						<ReceiptRow receipt={receipt} />
					</li>
				))}
			</ul>
		</section>
	)
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
	const { number, productName, amountPence, paidAt, since } = receipt
	const refundedPence = refundedPenceOf(receipt)
	const row = useRef<HTMLDetailsElement>(null)
	const { hash, key } = useLocation()
	const isTarget = hash === `#receipt-${number}`
	const print = usePrint(row, isTarget)

	// biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again opens it again
	useEffect(() => {
		if (row.current === null || !isTarget) return
		row.current.open = true
		row.current.scrollIntoView()
		row.current.querySelector('summary')?.focus({ preventScroll: true })
	}, [isTarget, key])

	return (
		<details ref={row} id={`receipt-${number}`} className="receipt">
			<summary className="figures grid min-h-11 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-4">
				<span className="font-semibold">{productName}</span>
				<Icon name="chevronDown" size={20} className="row-span-2 text-press" />
				<span className="margin-note">
					{formatPounds(amountPence)}, {dayOf(paidAt)}
					{refundedPence === 0 ? null : `, ${formatPounds(refundedPence)} refunded`}
				</span>
			</summary>
			<div className="receipt-letterhead">
				<Wordmark />
				<h3 className="text-title">Receipt</h3>
			</div>
			<Particulars receipt={receipt} />
			<p className="receipt-letterhead margin-note">
				Questions about this receipt? Write to {siteText('trader-email')} and quote {number}.
			</p>
			<div className="grid justify-items-start gap-4 pb-6 print:hidden">
				<Button variant="secondary" onClick={print}>
					Print<span className="sr-only"> the receipt {number}</span>
				</Button>
				{refundedPence === 0 && since !== 'refunded' ? (
					<p className="margin-note">
						Something wrong, or the wrong guide?{' '}
						<Link to={refundPath(receipt.purchaseId)} className="link -my-3 py-3">
							Cancel or get your money back
						</Link>
					</p>
				) : null}
			</div>
		</details>
	)
}

/**
 * Returns a function that prints only this receipt. If the address names the receipt, the browser’s own print does so, too,
 * unless another one is being printed.
 */
function usePrint(row: RefObject<HTMLDetailsElement | null>, isTarget: boolean): () => void {
	useEffect(() => {
		function before() {
			if (isTarget && document.querySelector('[data-print]') === null)
				row.current?.setAttribute('data-print', '')
		}
		// Not right after `window.print()`, which returns at once on phones.
		function after() {
			row.current?.removeAttribute('data-print')
		}
		window.addEventListener('beforeprint', before)
		window.addEventListener('afterprint', after)
		return () => {
			window.removeEventListener('beforeprint', before)
			window.removeEventListener('afterprint', after)
		}
	}, [row, isTarget])

	return () => {
		row.current?.setAttribute('data-print', '')
		window.print()
	}
}

function Particulars({ receipt }: { receipt: Receipt }) {
	const { seller, consent, vatPence, vatName, discount, amountPence } = receipt
	const { user } = useAuth()
	return (
		<dl className="figures grid gap-x-6 pt-2 pb-6 sm:gap-y-3 sm:grid-cols-[11rem_1fr]">
			<Line term="Receipt">{receipt.number}</Line>
			{user?.email ? <Line term="Buyer">{user.email}</Line> : null}
			<Line term="For">
				{receipt.productName}
				{receipt.guides.map((guide) => (
					<span key={guide} className="block text-soft">
						{guide}
					</span>
				))}
			</Line>
			{discount === null ? null : (
				<>
					<Line term="Price">{formatPounds(amountPence + discount.pence)}</Line>
					<Line term="Discount">
						−{formatPounds(discount.pence)}
						{discount.code === null ? null : ` with ${discount.code}`}
					</Line>
				</>
			)}
			<Line term="Paid">
				{formatPounds(amountPence)}
				{vatPence > 0 ? `, of which ${formatPounds(vatPence)} is ${vatName}` : ' in total'}
			</Line>
			<Line term="On">
				<time dateTime={receipt.paidAt.toISOString()}>{dayOf(receipt.paidAt)}</time>
			</Line>
			{receipt.paymentReference === null ? null : (
				<Line term="Payment reference">{receipt.paymentReference}</Line>
			)}
			<Since receipt={receipt} />
			{receipt.issuedLateAt === null ? null : (
				<Line term="Issued">{dayOf(receipt.issuedLateAt)}. We didn’t issue receipts yet when you paid.</Line>
			)}
			<Line term="Sold by">
				{seller === null ? sampleSeller : `${seller.name}, ${seller.address}, ${seller.email}`}
				{seller?.vatNumber == null ? null : <span className="block">VAT number {seller.vatNumber}</span>}
			</Line>
			{consent === null ? null : (
				<Line term="You agreed">
					“{consent.wording}” on {momentOf(consent.at)}
				</Line>
			)}
		</dl>
	)
}

/** Says how much has been refunded, or that the payment is disputed. */
function Since({ receipt: { refunds, since } }: { receipt: Receipt }) {
	if (refunds.length === 0 && since === null) return null
	return (
		<Line term="Since then">
			{refunds.map(({ amountPence, at, isByBank }) => (
				<span key={`${at.toISOString()} ${amountPence}`} className="block">
					{isByBank
						? `${formatPounds(amountPence)} returned by your bank`
						: `${formatPounds(amountPence)} refunded`}
					, <time dateTime={at.toISOString()}>{dayOf(at)}</time>
				</span>
			))}
			{since === 'disputed' ? 'Disputed with your bank' : null}
			{since === 'refunded' && refunds.length === 0 ? 'Refunded' : null}
		</Line>
	)
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
	return (
		<>
			<dt className="text-soft">{term}</dt>
			<dd className="mb-3 wrap-anywhere sm:mb-0">{children}</dd>
		</>
	)
}
