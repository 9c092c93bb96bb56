import { Link } from 'react-router'
import { missingFees, pounds } from '#admin/ui/money/format.ts'
import { statusName } from '#admin/ui/record-names.ts'
import { shortTimeOf, timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

type Movement = Answer<'sales'>['rows'][number]

const kindNames: Readonly<Record<Movement['kind'], string>> = {
	sale: 'Sale',
	refund: 'Refund',
	'by hand': 'Refund by hand',
	dispute: 'Lost dispute',
	'dispute fee': 'Fee of a dispute',
	'returned payment': 'Fee of a returned payment',
}

/** Returns the name of a kind of movement. */
export function kindName(kind: Movement['kind']): string {
	return kindNames[kind]
}

/** Shows the time of a movement, with the year unless it is this year. */
export function When({ at }: { at: string }) {
	const isOfThisYear = new Date(at).getUTCFullYear() === new Date().getUTCFullYear()
	return (
		<time dateTime={at} className="whitespace-nowrap">
			{isOfThisYear ? shortTimeOf(at) : timeOf(at)}
		</time>
	)
}

/** Shows the kind of a movement and its product. On a phone, also shows the buyer, and the state unless it is paid. */
export function MovementName({ of }: { of: Movement }) {
	const { kind, product, discount_pence, discount_code } = of
	const state = stateOf(of)
	return (
		<>
			{kind === 'sale' ? null : <span className="font-semibold text-brick">{kindNames[kind]}: </span>}
			{product}
			{discount_pence === null ? null : (
				<span className="block text-soft">
					{pounds(discount_pence)} off{discount_code === null ? '' : ` with ${discount_code}`}
				</span>
			)}
			<span className="only-narrow">
				<BuyerOf of={of} />
				{state === '' || state === paid ? null : <b className="ml-3 text-brick">{state}</b>}
			</span>
		</>
	)
}

const paid = 'Paid'

/** Returns the state of a sale; empty for other movements. */
export function stateOf({ kind, status, refunded_pence, gross_pence }: Movement): string {
	if (kind !== 'sale') return ''
	if (status !== 'completed') return statusName(status)
	if (refunded_pence > 0 && refunded_pence < gross_pence) return `${pounds(refunded_pence)} refunded`
	return paid
}

/** Shows the buyer, with a link to their page. If their account has been deleted, says so instead. */
export function BuyerOf({ of: { email, user_id } }: { of: Movement }) {
	return email === null || user_id === null ? (
		<span className="text-soft">Account deleted</span>
	) : (
		<Link to={`/customers/${user_id}`} className="row-link buyer">
			{email}
		</Link>
	)
}

type Costs = Pick<Movement, 'gross_pence' | 'vat_pence' | 'fee_pence'>

/** Returns what is left of a movement after VAT and fee; null until its fee is known. */
export function netOf({ gross_pence, vat_pence, fee_pence }: Costs): number | null {
	return fee_pence === null ? null : gross_pence - vat_pence - fee_pence
}

/** Shows the fee of a movement. */
export function Fee({ of: { fee_pence } }: { of: Costs }) {
	return fee_pence === null ? <span className="text-soft">not known yet</span> : pounds(fee_pence)
}

/** Shows what is left of a movement, or that its fee isn't known yet. */
export function Net({ of }: { of: Costs }) {
	const net = netOf(of)
	return net === null ? (
		<span className="text-soft">
			<span className="only-phone">fee </span>not known yet
		</span>
	) : (
		<>
			<span className="only-phone">net </span>
			{pounds(net)}
		</>
	)
}

/** Shows what is left of several movements in total, and how many fees are missing from that total. */
export function SumNet({ of: sums }: { of: { net_pence: number; fees_unknown: number } }) {
	const missing = missingFees(sums.fees_unknown)
	return (
		<>
			{pounds(sums.net_pence)}
			{missing === null ? null : <span className="block text-soft">at most: {missing}</span>}
		</>
	)
}
