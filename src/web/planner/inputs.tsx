import { type ReactNode, useId, useState } from 'react'
import { amountText, readAmount } from '#shared/planner/typed-amount.ts'
import { dateOf, dayNumber, type Typed } from '#shared/planner/typed-plan.ts'
import { Field } from '#web/ui/field.tsx'

interface InputProps {
	label: string
	value: Typed
	onChange: (value: Typed) => void
	hint?: ReactNode
	error?: ReactNode
}

/** An amount in pounds. What isn't an amount stays as it was typed, and the checks name it. */
export function AmountInput({ value, onChange, ...field }: InputProps) {
	const [text, setText] = useState(() => amountText(value))
	return (
		<Field
			{...field}
			inputMode="decimal"
			autoComplete="off"
			// The plan may have changed elsewhere since.
			value={readAmount(text) === value ? text : amountText(value)}
			onChange={(event) => {
				setText(event.target.value)
				onChange(readAmount(event.target.value))
			}}
		/>
	)
}

export function DayInput({ value, onChange, ...field }: InputProps) {
	return (
		<Field
			{...field}
			type="date"
			min="2015-01-01"
			max="2099-12-31"
			value={typeof value === 'number' ? isoOf(value) : ''}
			onChange={(event) => onChange(event.target.value === '' ? null : dayNumber(event.target.value))}
		/>
	)
}

function isoOf(day: number): string {
	const date = dateOf(Math.floor(day))
	return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

export function TextInput({ value, onChange, ...field }: InputProps) {
	return (
		<Field
			{...field}
			maxLength={60}
			autoComplete="off"
			value={value ?? ''}
			onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
		/>
	)
}

interface SelectInputProps extends Omit<InputProps, 'hint' | 'error'> {
	options: readonly (readonly [value: string, label: string])[]
	/** The choice of nothing. */
	none?: string
}

export function SelectInput({ label, value, onChange, options, none = 'Choose' }: SelectInputProps) {
	const id = useId()
	const chosen = options.find(([option]) => option.toLowerCase() === String(value ?? '').toLowerCase())
	return (
		<div className="planner-select">
			<label htmlFor={id}>{label}</label>
			<select
				id={id}
				value={chosen?.[0] ?? ''}
				onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
			>
				<option value="">{none}</option>
				{options.map(([option, words]) => (
					<option key={option} value={option}>
						{words}
					</option>
				))}
			</select>
		</div>
	)
}
