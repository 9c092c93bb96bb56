import { useId } from 'react'

interface TextAreaProps {
	label: string
	/** Says what to write, and who will read it. */
	hint?: string
	name: string
	value: string
	maxLength: number
	rows?: number
	onChange: (value: string) => void
}

/** A labelled text field of several lines. */
export function TextArea({ label, hint, name, value, maxLength, rows = 4, onChange }: TextAreaProps) {
	const id = useId()
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-label font-semibold">
				{label}
			</label>
			<textarea
				id={id}
				name={name}
				dir="auto"
				rows={rows}
				maxLength={maxLength}
				value={value}
				onChange={(event) => onChange(event.currentTarget.value)}
				aria-describedby={hint === undefined ? undefined : `${id}-note`}
				className="w-full rounded-control border border-edge bg-sheet px-3.5 py-2.5 text-body focus-visible:outline-offset-2"
			/>
			{hint === undefined ? null : (
				<p id={`${id}-note`} className="margin-note">
					{hint}
				</p>
			)}
		</div>
	)
}
