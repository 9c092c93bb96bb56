import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pounds } from '#admin/ui/money/format.ts'
import { payerSentence, usePayer } from '#admin/ui/payer.ts'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import { isBundle } from '#shared/bundle-id.ts'
import { countryName } from '#shared/countries.ts'

/** Shows who bought and what they paid, with links to the payment at Stripe. */
export function Facts({ sale }: { sale: Answer<'sale'> }) {
	const { email, user_id, catalogue_id, at, paid_at, receipt, receipt_emailed_at, country } = sale
	return (
		<section aria-labelledby="facts">
			<h2 id="facts" className="section-title">
				The sale
			</h2>
			<dl className="facts">
				<Fact name="Customer">
					{user_id === null ? (
						<NoAccount sale={sale} />
					) : (
						<Link to={`/customers/${user_id}`} className="row-link wrap-anywhere">
							{email ?? 'A guest'}
						</Link>
					)}
				</Fact>
				<Fact name="Guide">
					<Link
						to={isBundle(catalogue_id) ? '/products/bundles' : `/products/${catalogue_id}`}
						className="row-link"
					>
						{sale.product}
					</Link>
				</Fact>
				<Prices sale={sale} />
				<Fact name={paid_at === null ? 'Begun' : 'Paid on'}>{timeOf(paid_at ?? at)}</Fact>
				{receipt === null ? null : (
					<Fact name="Receipt">
						{receipt},{' '}
						{receipt_emailed_at === null ? 'not emailed yet' : `emailed ${timeOf(receipt_emailed_at)}`}
					</Fact>
				)}
				{country === null ? null : <Fact name="Card’s country">{countryName(country)}</Fact>}
				<EuVat of={sale.oss} />
				{sale.payment === null ? null : (
					<Fact name="Payment">
						<ProviderId of={sale.payment} />
					</Fact>
				)}
				{sale.session === null ? null : (
					<Fact name="Checkout Session">
						<ProviderId of={sale.session} />
					</Fact>
				)}
				<Fact name="Purchase">
					<span className="wrap-anywhere select-all">{sale.id}</span>
				</Fact>
			</dl>
		</section>
	)
}

/** Says who paid for a purchase on hold that belongs to no account, which the shop may never have known. */
function NoAccount({ sale: { id, held_reason } }: { sale: Answer<'sale'> }) {
	const isOnHold = held_reason !== null
	const payer = usePayer(id, isOnHold)
	return <span className="wrap-anywhere">{isOnHold ? payerSentence(payer, null) : 'Account deleted'}</span>
}

function Prices({ sale }: { sale: Answer<'sale'> }) {
	const { price_pence, discount_pence, discount_code, paid_pence, vat_pence } = sale
	if (price_pence === 0) return <Fact name="Price">Free</Fact>
	return (
		<>
			<Fact name="Price">{pounds(price_pence)}</Fact>
			{discount_pence === null ? null : (
				<Fact name="Discount">
					{pounds(discount_pence)}
					{discount_code === null ? '' : ` with ${discount_code}`}
				</Fact>
			)}
			{paid_pence === null ? null : <Fact name="Customer paid">{pounds(paid_pence)}</Fact>}
			{vat_pence === null ? null : <Fact name="VAT included">{pounds(vat_pence)}</Fact>}
		</>
	)
}

/** Shows whose VAT the owner declares in the EU for a sale, and the two proofs of where its buyer lives. */
function EuVat({ of: oss }: { of: Answer<'sale'>['oss'] }) {
	if (oss === null) return null
	const { country, rate, billing_country: billing, card_country: card } = oss
	return (
		<Fact name="EU one-stop shop">
			{countryName(country)}, {rate} %. Billing address: {countryName(billing)}. Card issued in:{' '}
			{card === null ? 'not known (yet)' : countryName(card)}.
			{card !== null && card !== billing ? ' These differ: ask your accountant what proves the place.' : null}
		</Fact>
	)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

/** Shows an id of Stripe's, with a link to its page in Stripe's dashboard if it has one. */
export function ProviderId({ of: { id, page } }: { of: NonNullable<Answer<'sale'>['payment']> }) {
	return (
		<>
			<span className="wrap-anywhere select-all">{id}</span>
			{page === null ? null : (
				<a href={page} className="link flex min-h-11 w-fit items-center" target="_blank" rel="noreferrer">
					Open at Stripe
				</a>
			)}
		</>
	)
}
