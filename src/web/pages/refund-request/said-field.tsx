import { useId } from 'react'
import { longestRequest } from '#shared/refund-limits.ts'

interface SaidFieldProps {
	label: string
	said: string
	onSay: (said: string) => void
}

/** A field in which a buyer says in their own words what they want. */
export function SaidField({ label, said, onSay }: SaidFieldProps) {
	const id = useId()
	return (
		<div className="grid w-full gap-1.5">
			<label htmlFor={id} className="text-label font-semibold">
				{label}
			</label>
			<textarea
				id={id}
				dir="auto"
				rows={5}
				required
				maxLength={longestRequest}
				value={said}
				onChange={(event) => onSay(event.currentTarget.value)}
				className="w-full rounded-control border border-edge bg-sheet px-3.5 py-2.5 text-body focus-visible:outline-offset-2"
			/>
		</div>
	)
}
