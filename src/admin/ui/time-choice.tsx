import { Select } from '#admin/ui/select.tsx'
import { Field } from '#web/ui/field.tsx'

interface TimeChoiceProps {
	label: string
	/** What is chosen as long as no time is, such as "Now". */
	otherwise: string
	atTime?: string
	timeLabel?: string
	name: string
	hint?: string
	/** A local time such as "2026-12-01T09:00"; empty until one is entered, and undefined if none is wanted. */
	value: string | undefined
	onChange: (value: string | undefined) => void
}

/** Chooses between something without a time and a time in London. */
export function TimeChoice({
	label,
	otherwise,
	atTime = 'A date and time',
	timeLabel = 'Date and time in London',
	value,
	onChange,
	...field
}: TimeChoiceProps) {
	return (
		<>
			<Select
				label={label}
				value={value === undefined ? 'otherwise' : 'time'}
				options={[
					{ value: 'otherwise', label: otherwise },
					{ value: 'time', label: atTime },
				]}
				onChange={(chosen) => onChange(chosen === 'time' ? '' : undefined)}
			/>
			{value === undefined ? null : (
				<Field
					{...field}
					label={timeLabel}
					type="datetime-local"
					value={value}
					onChange={(event) => onChange(event.target.value.slice(0, 16))}
				/>
			)}
		</>
	)
}
