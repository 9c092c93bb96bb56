import { Link } from 'react-router'
import { toast } from '#web/ui/toast.ts'
import type { Failure } from './failures.ts'

/** An error toast with the reference of the refused call, which a visitor can quote and an operator can find. Gives its id. */
export function toastFailure(
	title: string,
	failure: Failure,
	description?: string,
	/** Offers the way to us even where there is no reference to quote. */
	{ contact = false }: { contact?: boolean } = {},
): string {
	const text = <FailureText failure={failure} description={description} contact={contact} />
	return toast.error(title, { description: text })
}

/** An error nobody foresaw, in the specification's words; without a connection it says that as well. Gives the toast's id. */
export function toastUnexpected(failure: Failure): string {
	const text = (
		<>
			<span className="block">An unexpected error occurred. Please try again.</span>
			<FailureText failure={failure} />
		</>
	)
	return toast.error('Error', { description: text })
}

interface FailureTextProps {
	failure: Failure
	description?: string | undefined
	contact?: boolean
}

/** What went wrong in plain words, and the reference with whom to quote it to. Renders nothing if there is neither. */
export function FailureText({ failure, description, contact = false }: FailureTextProps) {
	const words = failure.unreachable ? unreachableWords : description
	const { reference } = failure
	return (
		<>
			{words === undefined ? null : <span className="block">{words}</span>}
			{reference === null ? null : <span className="block">Reference {reference}</span>}
			{reference === null && !contact ? null : (
				<Link to="/contact" className="link">
					Contact us
				</Link>
			)}
		</>
	)
}

export const unreachableWords = 'Headstart could not be reached. Check your connection and try again.'
