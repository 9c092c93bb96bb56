import { useState } from 'react'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { PriceField, readPrice } from '#admin/ui/money/price-field.tsx'
import { Tick } from '#admin/ui/tick.tsx'
import type { Answer, Sent } from '#shared/admin/api.ts'
import { formatPounds } from '#shared/money.ts'
import { Field } from '#web/ui/field.tsx'

type Guide = Answer<'bundles'>['guides'][number]

interface MakeBundleProps {
	/** The guides that a bundle can contain. */
	guides: readonly Guide[]
	onDone: () => void
}

interface Draft {
	title: string
	sentence: string
	price: string
	/** The ids of the chosen guides. */
	guides: readonly string[]
}

const blank: Draft = { title: '', sentence: '', price: '', guides: [] }

/** Opens the dialog that creates a bundle. It says what the guides cost separately. */
export function MakeBundle({ guides, onDone }: MakeBundleProps) {
	const [draft, setDraft] = useState<Draft>(blank)
	const change = (changed: Partial<Draft>) => setDraft((last) => ({ ...last, ...changed }))
	const { title, sentence, price, guides: chosen } = draft
	const sum = guides.reduce((pence, guide) => pence + (chosen.includes(guide.id) ? guide.price_pence : 0), 0)
	const pence = readPrice(price)
	const isTooDear = chosen.length >= 2 && pence !== undefined && pence >= sum
	return (
		<ActButton
			act="make-bundle"
			variant="primary"
			input={inputOf(draft)}
			title="Make a bundle"
			opens="Make a bundle"
			label="Make the bundle"
			done={`${title.trim()} is on sale`}
			onDone={() => {
				setDraft(blank)
				onDone()
			}}
		>
			<fieldset>
				<legend className="font-display text-label font-semibold">Guides</legend>
				{guides.map((guide) => (
					<Tick
						key={guide.id}
						label={`${guide.title}, ${formatPounds(guide.price_pence)}`}
						checked={chosen.includes(guide.id)}
						onChange={(isOn) =>
							change({ guides: isOn ? [...chosen, guide.id] : chosen.filter((other) => other !== guide.id) })
						}
					/>
				))}
			</fieldset>
			<Field
				label="Name"
				name="title"
				autoComplete="off"
				hint="On pages and receipts, such as “Job and money”."
				maxLength={60}
				value={title}
				onChange={(event) => change({ title: event.target.value })}
			/>
			<Field
				label="Sentence"
				name="sentence"
				autoComplete="off"
				hint="What the guides are good for together."
				maxLength={160}
				value={sentence}
				onChange={(event) => change({ sentence: event.target.value })}
			/>
			<PriceField
				label="Price (pounds)"
				hint={
					chosen.length < 2
						? 'Choose two guides or more.'
						: `Less than ${formatPounds(sum)}, which they cost separately.`
				}
				error={isTooDear ? `Separately they cost ${formatPounds(sum)}.` : undefined}
				value={price}
				onChange={(value) => change({ price: value })}
			/>
		</ActButton>
	)
}

/** Returns the input to send; undefined while a field is missing or wrong. */
function inputOf({ title, sentence, price, guides }: Draft): Sent<'make-bundle'> | undefined {
	const pence = readPrice(price)
	const isWhole = title.trim().length >= 3 && sentence.trim().length >= 3 && guides.length >= 2
	return isWhole && pence !== undefined
		? { title: title.trim(), sentence: sentence.trim(), price_pence: pence, guides: [...guides] }
		: undefined
}
