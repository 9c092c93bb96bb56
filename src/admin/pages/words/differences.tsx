import type { Answer } from '#shared/admin/api.ts'

interface DifferencesProps {
	of: Answer<'document'>['differences']
	/** Shown if nothing differs. */
	none: string
}

/** Shows what differs between two versions, field by field. */
export function Differences({ of, none }: DifferencesProps) {
	if (of.length === 0) return <p className="text-soft">{none}</p>
	return (
		<ul className="differences">
			{of.map(({ field, before, after }) => (
				<li key={`${field} ${before} ${after}`}>
					<p className="font-semibold">{field}</p>
					{before === null ? null : (
						<p>
							<span className="sr-only">Before: </span>
							<del>{before}</del>
						</p>
					)}
					{after === null ? null : (
						<p>
							<span className="sr-only">After: </span>
							<ins>{after}</ins>
						</p>
					)}
				</li>
			))}
		</ul>
	)
}
