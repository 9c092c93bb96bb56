import { Link, useParams } from 'react-router'
import { type Read, useRead } from '#admin/api/use-read.ts'
import { Disputes } from '#admin/pages/sale/disputes.tsx'
import { Facts } from '#admin/pages/sale/facts.tsx'
import { MoneyOfSale } from '#admin/pages/sale/money-of-sale.tsx'
import { Downloads, History } from '#admin/pages/sale/records.tsx'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Mails } from '#admin/ui/mails.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { ReceiptButton } from '#admin/ui/receipt-button.tsx'
import { stateAt } from '#admin/ui/record-names.ts'
import { RefundButton } from '#admin/ui/refund-button.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { Answer } from '#shared/admin/api.ts'

/** Shows everything about one sale, and what can be done about it. */
export function Page() {
	const { id = '' } = useParams()
	// Reads again every five seconds, because a refund is listed only once Stripe has confirmed it.
	const read = useRead('sale', { id }, { every: 5 })
	const { data, error, reload } = read
	if (data === undefined)
		return (
			<PageFrame title="Sale">
				{error === undefined ? <Loading lines={10} /> : <Failed error={error} onRetry={reload} />}
			</PageFrame>
		)
	return <Shown sale={data} read={read} />
}

function Shown({ sale, read }: { sale: Answer<'sale'>; read: Read<Answer<'sale'>> }) {
	const { held_reason, receipt, product, mails } = sale
	const { role } = useMe()
	const mayAct = role !== 'accountant'
	return (
		<PageFrame
			title={product}
			note={[receipt, stateAt(sale)].filter((fact) => fact !== null).join(' · ')}
			updatedAt={read.updatedAt}
			isOutdated={read.isOutdated}
			actions={mayAct ? <Acts sale={sale} onChanged={read.reload} /> : null}
		>
			{read.error === undefined ? null : <Failed error={read.error} onRetry={read.reload} />}
			{held_reason === null ? null : (
				<p className="warning">
					On hold: {held_reason}.{' '}
					<Link to="/" className="link">
						Decide on Home
					</Link>
					.
				</p>
			)}
			<div className="customer">
				<div className="grid content-start gap-8">
					<MoneyOfSale sale={sale} />
					<Disputes disputes={sale.disputes} mayAct={mayAct} onChanged={read.reload} />
					<History history={sale.history} />
				</div>
				<div className="grid content-start gap-8">
					<Facts sale={sale} />
					<Downloads downloads={sale.downloads} count={sale.download_count} opened={sale.opened} />
					{mails === null ? null : <Mails mails={mails} />}
				</div>
			</div>
		</PageFrame>
	)
}

function Acts({ sale, onChanged }: { sale: Answer<'sale'>; onChanged: () => void }) {
	const { id, receipt, user_id, product, may_refund, failed_refunds } = sale
	const { role } = useMe()
	return (
		<>
			{receipt === null || user_id === null ? null : (
				<ReceiptButton id={id} receipt={receipt} onDone={onChanged} />
			)}
			{role === 'owner' && (may_refund || failed_refunds.length > 0) ? (
				<ActButton
					act="record-refund"
					input={{ purchase: id }}
					title={`Record a refund of ${product}`}
					opens="Refunded by bank …"
					label="Record it"
					isDanger
					reason="needed"
					done="The refund is recorded"
					onDone={onChanged}
				/>
			) : null}
			{may_refund ? <RefundButton id={id} product={product} onDone={onChanged} /> : null}
		</>
	)
}
