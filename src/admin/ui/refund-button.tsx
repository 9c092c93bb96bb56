import { useState } from 'react'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { formatPounds, readPounds } from '#shared/money.ts'
import { Field } from '#web/ui/field.tsx'

interface RefundButtonProps {
	/** The id of the purchase. */
	id: string
	product: string
	onDone: () => void
}

/** Opens the dialog that refunds a purchase: all of it, or the amount that is typed. */
export function RefundButton({ id, product, onDone }: RefundButtonProps) {
	const [amount, setAmount] = useState('')
	const pence = readAmount(amount)
	const input =
		pence === undefined
			? undefined
			: pence === 'all'
				? { purchase: id }
				: { purchase: id, amount_pence: pence }
	return (
		<ActButton
			act="refund"
			input={input}
			title={`Refund ${product}`}
			label={
				pence === 'all'
					? 'Refund all of it'
					: pence === undefined
						? 'Refund'
						: `Refund ${formatPounds(pence)}`
			}
			opens="Refund …"
			onOpen={() => setAmount('')}
			isDanger
			reason="needed"
			done="The refund is made. It’s listed here in a few seconds; banks take up to ten days."
			onDone={onDone}
		>
			<Field
				label="Amount in pounds"
				name="amount"
				inputMode="decimal"
				autoComplete="off"
				placeholder="All of it"
				hint="Leave it empty to refund all that is left and take away what they bought. After a part refund, they keep it."
				error={pence === undefined ? 'An amount such as 5 or 5.00.' : undefined}
				maxLength={9}
				value={amount}
				onChange={(event) => setAmount(event.target.value)}
			/>
		</ActButton>
	)
}

/** Parses an amount; undefined if the text isn't one that can be refunded. */
function readAmount(text: string): number | 'all' | undefined {
	if (text.trim() === '') return 'all'
	const pence = readPounds(text)
	return pence !== undefined && pence > 0 && pence <= 1_000_000 ? pence : undefined
}
