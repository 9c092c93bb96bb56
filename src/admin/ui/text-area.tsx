import { useId } from 'react'

interface TextAreaProps {
	label: string
	/** Says what to write, and who will read it. */
	hint?: string | undefined
	/** Says what is wrong. */
	error?: string | undefined
	id?: string
	name: string
	value: string
	maxLength: number
	rows?: number
	onChange: (value: string) => void
}

/** A labelled text field of several lines. */
export function TextArea(props: TextAreaProps) {
	const { label, hint, error, name, value, maxLength, rows = 4, onChange } = props
	const ownId = useId()
	const id = props.id ?? ownId
	const note = error ?? hint
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
				aria-invalid={error === undefined ? undefined : true}
				aria-describedby={note === undefined ? undefined : `${id}-note`}
				className="w-full rounded-control border border-edge bg-sheet px-3.5 py-2.5 text-body focus-visible:outline-offset-2 aria-invalid:border-brick"
			/>
			{note === undefined ? null : (
				<p id={`${id}-note`} className={`margin-note ${error === undefined ? '' : 'text-brick'}`}>
					{note}
				</p>
			)}
		</div>
	)
}
