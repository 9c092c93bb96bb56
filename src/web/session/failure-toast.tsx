import { toast } from '#web/ui/toast.ts'
import type { Failure } from './failures.ts'

/** An error toast with the reference of the refused call, which a visitor can quote and an operator can find. */
export function toastFailure(title: string, failure: Failure, description?: string): void {
	toast.error(title, { description: <FailureText failure={failure} description={description} /> })
}

/** What went wrong in plain words, and the reference. Renders nothing where there is neither. */
export function FailureText({
	failure,
	description,
}: {
	failure: Failure
	description?: string | undefined
}) {
	const words = failure.unreachable ? unreachableWords : description
	if (words === undefined && failure.reference === null) return null
	return (
		<>
			{words === undefined ? null : <span className="block">{words}</span>}
			{failure.reference === null ? null : <span className="block">Reference {failure.reference}</span>}
		</>
	)
}

export const unreachableWords = 'Headstart could not be reached. Check your connection and try again.'
