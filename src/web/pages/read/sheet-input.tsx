import { type ReactNode, useId } from 'react'
import { type CountedKind, isCounted, type SheetField } from '#shared/sheet-fields.ts'
import { countLine } from './counted-lines.ts'
import { longestText, type TypedFields, useTyped } from './typed-fields.ts'

interface SheetInputProps {
	field: SheetField
	label: ReactNode
	fields: TypedFields
}

/** A field of a sheet below its label, or a line that is counted from others. */
export function SheetInput({ field: { name, kind }, label, fields }: SheetInputProps) {
	const id = useId()
	if (isCounted(kind))
		return (
			<div className="sheet-field">
				<label htmlFor={id}>{label}</label>
				<Counted id={id} kind={kind} name={name} fields={fields} />
			</div>
		)
	return (
		<div className="sheet-field">
			<label htmlFor={id}>
				{label}
				{kind === 'money' ? <span className="sr-only"> (pounds)</span> : null}
				{kind === 'hours' ? <span className="sr-only"> (hours)</span> : null}
			</label>
			<Typing id={id} kind={kind} name={name} fields={fields} />
		</div>
	)
}

interface PartProps<Kind> {
	id: string
	kind: Kind
	name: string
	fields: TypedFields
}

function Counted({ id, kind, name, fields }: PartProps<CountedKind>) {
	const text = useTyped(fields, (typed) => countLine(kind, name, typed).text)
	const isWarning = useTyped(fields, (typed) => countLine(kind, name, typed).warns)
	return (
		<output id={id} className="sheet-counted figures" data-warns={isWarning || undefined}>
			{text}
		</output>
	)
}

function Typing({ id, kind, name, fields }: PartProps<Exclude<SheetField['kind'], CountedKind>>) {
	const value = useTyped(fields, (typed) => typed[name] ?? '')
	const props = {
		id,
		value,
		maxLength: longestText,
		autoComplete: 'off',
		onChange: ({ target }: { target: { value: string } }) => fields.change({ [name]: target.value }),
	}
	if (kind === 'text' || kind === 'lines')
		return (
			// The copy of the text makes the field as high as the text, on paper too.
			<span className="sheet-text" data-typed={`${value} `}>
				<textarea rows={kind === 'lines' ? 3 : 1} {...props} />
			</span>
		)
	return (
		<span className="sheet-number" data-kind={kind}>
			<input inputMode={kind === 'number' ? 'numeric' : 'decimal'} {...props} />
		</span>
	)
}
