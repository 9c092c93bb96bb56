import { useId } from 'react'

interface SelectProps {
	label: string
	value: string
	options: readonly { value: string; label: string }[]
	onChange: (value: string) => void
	className?: string
}

/** A labelled drop-down list. */
export function Select({ label, value, options, onChange, className = '' }: SelectProps) {
	const id = useId()
	return (
		<div className={`grid gap-1.5 ${className}`}>
			<label htmlFor={id} className="text-label font-semibold">
				{label}
			</label>
			<select
				id={id}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				className="min-h-12 w-full rounded-control border border-edge bg-sheet px-3 text-ink"
			>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		</div>
	)
}
