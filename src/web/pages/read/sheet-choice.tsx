import { type ReactNode, useId } from 'react'
import { type TypedFields, useTyped } from './typed-fields.ts'

interface SheetChoiceProps {
	name: string
	question: ReactNode
	options: readonly { text: string; label: ReactNode }[]
	fields: TypedFields
}

/** A question of a sheet with answers to choose from. */
export function SheetChoice({ name, question, options, fields }: SheetChoiceProps) {
	const group = useId()
	const chosen = useTyped(fields, (typed) => typed[name] ?? '')
	return (
		<fieldset className="sheet-choice">
			<legend>{question}</legend>
			{options.map(({ text, label }) => (
				<label key={text}>
					<input
						type="radio"
						name={group}
						checked={chosen === text}
						onChange={() => fields.change({ [name]: text })}
					/>
					<span>{label}</span>
				</label>
			))}
		</fieldset>
	)
}
