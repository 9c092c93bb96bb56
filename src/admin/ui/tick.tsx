interface TickProps {
	label: string
	checked: boolean
	onChange: (checked: boolean) => void
}

/** A checkbox with its label. */
export function Tick({ label, checked, onChange }: TickProps) {
	return (
		<label className="flex min-h-11 items-center gap-3">
			<input
				type="checkbox"
				className="size-5 shrink-0"
				checked={checked}
				onChange={(event) => onChange(event.target.checked)}
			/>
			<span>{label}</span>
		</label>
	)
}
