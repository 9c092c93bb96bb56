import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'
import type { Answer } from '#shared/admin/api.ts'
import { ossNumberPattern, type SalesArea, salesAreas } from '#shared/where-we-sell.ts'
import { Field } from '#web/ui/field.tsx'

const choices: Readonly<Record<SalesArea, { name: string; note: string }>> = {
	uk: {
		name: 'The United Kingdom only',
		note: 'The only VAT that can be due is the UK’s, once you have to register.',
	},
	'outside-eu': {
		name: 'The United Kingdom and outside the EU',
		note: 'Some countries, such as Norway, Switzerland and Australia, tax downloads from abroad too, often above a threshold. Ask your accountant.',
	},
	'eu-by-stripe': {
		name: 'Everywhere, and Stripe sells to the EU',
		note: 'Stripe Managed Payments: Stripe is the merchant of record for buyers in the EU and owes the VAT there. It must accept your shop first, and charges more for these sales. The VAT in your figures includes theirs, which Stripe pays; the export says who sold each. How they go into your accounts is a question for your accountant.',
	},
	'eu-by-oss': {
		name: 'Everywhere, with your own EU registration',
		note: 'You’re registered with the EU’s one-stop shop (non-Union OSS) in one of its countries, charge each buyer there the VAT of their country, and file a return every quarter. Needs an accountant: whether your guides are taxed as e-publications, at a lower rate than the standard one that the shop charges, and when to register.',
	},
}

/** Lets the owner decide in which countries the shop sells. */
export function WhereWeSell() {
	const { data, error, reload } = useRead('where-we-sell', {})
	return (
		<section aria-labelledby="where-we-sell" className="grid gap-4">
			<div>
				<h2 id="where-we-sell" className="section-title">
					Where you sell
				</h2>
				<p className="text-soft">
					VAT on a download is due where its buyer lives, and in the European Union from the first sale on.
					This isn’t tax advice: ask an accountant before you choose more than the first.
				</p>
			</div>
			{data !== undefined ? (
				<Choice now={data} onDone={reload} />
			) : error === undefined ? (
				<Loading lines={3} />
			) : (
				<Failed error={error} onRetry={reload} />
			)}
		</section>
	)
}

function Choice({ now, onDone }: { now: Answer<'where-we-sell'>; onDone: () => void }) {
	const [chosen, setChosen] = useState(now.area)
	const [number, setNumber] = useState(now.oss_number ?? '')
	const ossNumber = number.replaceAll(/\s/g, '').toUpperCase()
	const byOss = chosen === 'eu-by-oss'
	const isSame = chosen === now.area && (!byOss || ossNumber === now.oss_number)
	return (
		<>
			<fieldset className="grid max-w-[44rem] gap-2">
				<legend className="sr-only">Where you sell</legend>
				{salesAreas.map((area) => (
					<label key={area} className="flex min-h-11 gap-3 py-1">
						<input
							type="radio"
							name="area"
							className="mt-0.5 size-5 shrink-0"
							checked={area === chosen}
							onChange={() => setChosen(area)}
						/>
						<span>
							<span className="font-semibold">{choices[area].name}</span>
							<span className="block text-soft">{choices[area].note}</span>
						</span>
					</label>
				))}
			</fieldset>
			{byOss ? (
				<Field
					label="Your number at the one-stop shop"
					hint="EU and nine digits. Receipts of buyers in the EU show it."
					className="max-w-80"
					autoComplete="off"
					value={number}
					onChange={(event) => setNumber(event.currentTarget.value)}
				/>
			) : null}
			<p>
				<ActButton
					act="set-where-we-sell"
					input={byOss ? { area: chosen, oss_number: ossNumber } : { area: chosen }}
					title={choices[chosen].name}
					opens="Sell there"
					label="Sell there"
					variant="primary"
					disabled={isSame || (byOss && !ossNumberPattern.test(ossNumber))}
					done="It’s set"
					onDone={onDone}
				/>
			</p>
		</>
	)
}
