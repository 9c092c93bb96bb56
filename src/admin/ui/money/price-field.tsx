import { readPounds } from '#shared/money.ts'
import { Field } from '#web/ui/field.tsx'

interface PriceFieldProps {
	label: string
	/** A second hint. The first one says that prices include VAT. */
	hint?: string
	/** Says what is wrong with a price that could be parsed, for example that it is too high. */
	error?: string | undefined
	value: string
	onChange: (value: string) => void
}

/** A price field. `readPrice` parses its text. */
export function PriceField({ label, hint = '', error, value, onChange }: PriceFieldProps) {
	const isUnread = value.trim() !== '' && readPrice(value) === undefined
	return (
		<Field
			label={label}
			name="price"
			inputMode="decimal"
			autoComplete="off"
			hint={`With VAT, such as 12.99.${hint === '' ? '' : ` ${hint}`}`}
			error={isUnread ? 'An amount from 0.30 to 999.99, such as 12.99.' : error}
			maxLength={8}
			value={value}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}

/** Parses a price; undefined if the text isn't one from 0.30 to 999.99. */
export function readPrice(text: string): number | undefined {
	const pence = readPounds(text)
	return pence !== undefined && pence >= 30 && pence < 100_000 ? pence : undefined
}
