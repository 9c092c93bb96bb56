import { useState } from 'react'
import { Part, type PartProps, type Product } from '#admin/pages/product/part.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { PriceField, readPrice } from '#admin/ui/money/price-field.tsx'
import { TimeChoice } from '#admin/ui/time-choice.tsx'
import { timeOf } from '#admin/ui/times.ts'
import { formatPounds } from '#shared/money.ts'
import type { UkVatRate } from '#shared/uk-vat.ts'

/** Shows what a product costs, the price that is planned, and the prices that owners have set before. */
export function Price({ product, isOwner, onDone }: PartProps) {
	const { id, status, price_pence: pence, catalogue_price_pence: ofCatalogue, planned } = product
	const isSold = status === 'on sale' && pence !== null
	return (
		<Part title="Price" acts={isOwner ? <PriceActs product={product} onDone={onDone} /> : null}>
			{isSold ? (
				<p>
					<b className="figures text-subheading">{formatPounds(pence)}</b>
					<span className="text-soft">
						, VAT included
						{ofCatalogue === null || ofCatalogue === pence
							? ''
							: `. The catalogue of this version says ${formatPounds(ofCatalogue)}, but your price applies`}
						.
					</span>
				</p>
			) : (
				<p className="text-soft">{reasons[status === 'on sale' ? 'withdrawn' : status]}</p>
			)}
			{planned === null ? null : (
				<div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-y py-3">
					<p>
						<b className="figures">{formatPounds(planned.price_pence)}</b> from {timeOf(planned.from)}
						{planned.thereafter === null
							? ''
							: ` until ${timeOf(planned.thereafter.from)}, then ${formatPounds(planned.thereafter.price_pence)}`}
						<span className="block text-soft wrap-anywhere">Planned by {planned.by}</span>
					</p>
					{isOwner ? (
						<ActButton
							act="cancel-price"
							input={{ product: id }}
							title="Cancel the planned price"
							opens="Cancel it"
							label="Cancel the planned price"
							done="The planned price is cancelled"
							onDone={onDone}
						/>
					) : null}
				</div>
			)}
			{product.vat_rate === null ? null : (
				<VatRate product={product} rate={product.vat_rate} isOwner={isOwner} onDone={onDone} />
			)}
			<Earlier prices={product.prices} />
		</Part>
	)
}

const vatRates: Readonly<Record<UkVatRate, string>> = {
	standard: 'UK VAT at the standard rate',
	zero: 'UK VAT at 0 %, as an e-book',
}

/** Says at which rate the UK taxes a product, and lets an owner choose the other one. */
function VatRate({ product, rate, isOwner, onDone }: PartProps & { rate: UkVatRate }) {
	const other = rate === 'zero' ? 'standard' : 'zero'
	return (
		<div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
			<p className="text-soft">{vatRates[rate]}, if you’re registered for VAT.</p>
			{isOwner ? (
				<ActButton
					act="set-vat-rate"
					input={{ product: product.id, rate: other }}
					title={`Change the VAT on ${product.title}`}
					opens={other === 'zero' ? 'Tax it as an e-book' : 'Tax it at the standard rate'}
					label={other === 'zero' ? 'Charge 0 %' : 'Charge the standard rate'}
					done="The VAT rate is changed"
					onDone={onDone}
				/>
			) : null}
		</div>
	)
}

const reasons = {
	free: 'It’s free.',
	'coming soon': 'It has no price until it’s released. You set one then.',
	'off sale': 'Nobody can buy it as long as it’s off sale.',
	withdrawn: 'It has left the catalogue, so it can’t be bought any more.',
}

function Earlier({ prices }: Pick<Product, 'prices'>) {
	const begun = prices.filter(({ from, cancelled_by: by }) => by !== null || Date.parse(from) <= Date.now())
	if (begun.length === 0) return null
	return (
		<details className="more-lines mt-3">
			<summary>Prices set in the admin</summary>
			<ul className="lines">
				{begun.map(({ price_pence: pence, from, by, cancelled_by: cancelledBy }) => (
					<li key={`${from} ${pence}`}>
						<span className="figures font-semibold">{formatPounds(pence)}</span> from {timeOf(from)}
						<span className="block text-soft wrap-anywhere">
							Set by {by}
							{cancelledBy === null ? '' : `, cancelled by ${cancelledBy}`}
						</span>
					</li>
				))}
			</ul>
		</details>
	)
}

/** What an owner can do about the price: change it, give the product away, or sell it. */
function PriceActs({ product, onDone }: Omit<PartProps, 'isOwner'>) {
	if (product.status === 'free') return <Sell product={product} onDone={onDone} />
	if (product.status !== 'on sale' || product.price_pence === null) return null
	return (
		<div className="flex flex-wrap gap-3">
			<NewPrice product={product} onDone={onDone} />
			<ActButton
				act="give-away"
				input={{ product: product.id }}
				title={`Give ${product.title} away`}
				opens="Give it away"
				label="Give it away"
				done={`${product.title} is free`}
				onDone={onDone}
			/>
		</div>
	)
}

function Sell({ product, onDone }: Omit<PartProps, 'isOwner'>) {
	const [amount, setAmount] = useState('')
	const pence = readPrice(amount)
	return (
		<ActButton
			act="sell"
			input={pence === undefined ? undefined : { product: product.id, price_pence: pence }}
			title={`Sell ${product.title}`}
			opens="Sell it"
			label={pence === undefined ? 'Sell it' : `Sell at ${formatPounds(pence)}`}
			done={`${product.title} is on sale`}
			onDone={() => {
				setAmount('')
				onDone()
			}}
		>
			<PriceField label="Price (pounds)" value={amount} onChange={setAmount} />
		</ActButton>
	)
}

function NewPrice({ product, onDone }: Omit<PartProps, 'isOwner'>) {
	const [amount, setAmount] = useState('')
	const [from, setFrom] = useState<string>()
	const [until, setUntil] = useState<string>()
	const pence = readPrice(amount)
	const isComplete = pence !== undefined && from !== '' && until !== ''
	return (
		<ActButton
			act="set-price"
			input={
				isComplete
					? {
							product: product.id,
							price_pence: pence,
							...(from === undefined ? {} : { from }),
							...(until === undefined ? {} : { until }),
						}
					: undefined
			}
			title={`Change the price of ${product.title}`}
			opens="Change the price"
			label={
				pence === undefined
					? 'Change the price'
					: `${from === undefined ? 'Sell at' : 'Plan'} ${formatPounds(pence)}`
			}
			done={from === undefined ? 'The price is changed' : 'The price is planned'}
			onDone={() => {
				setAmount('')
				setFrom(undefined)
				setUntil(undefined)
				onDone()
			}}
		>
			<PriceField label="New price (pounds)" value={amount} onChange={setAmount} />
			<TimeChoice
				label="From"
				otherwise="Now"
				name="from"
				hint="The shop changes it automatically within ten seconds of that time."
				value={from}
				onChange={setFrom}
			/>
			<TimeChoice
				label="Until"
				otherwise="You change it again"
				atTime="A date and time, then the price of now"
				timeLabel="End, in London time"
				name="until"
				value={until}
				onChange={setUntil}
			/>
		</ActButton>
	)
}
