import { href, Link } from 'react-router'
import { isPartShown } from '#web/site/site-settings.ts'
import { type ToastOptions, toast, unreachableMessage } from '#web/ui/toast.ts'
import type { Failure } from './failed-requests.ts'

interface FailureOptions extends Pick<ToastOptions, 'forNextPage'> {
	/** Whether to link to the contact page even if there is no reference to quote. */
	contact?: boolean
}

/** Shows an error with the reference of the failed request, which a visitor can quote to us. Returns the toast's id. */
export function toastFailure(
	title: string,
	failure: Failure,
	description?: string,
	{ contact = false, ...options }: FailureOptions = {},
): string {
	const text = <FailureText failure={failure} description={description} contact={contact} />
	return toast.error(title, { ...options, description: text })
}

/** Shows the specification's message for unexpected errors. Returns the toast's id. */
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

/** Says what went wrong, with the reference and where to quote it. Renders nothing if there is no message and no reference. */
export function FailureText({ failure, description, contact = false }: FailureTextProps) {
	const message = failure.unreachable ? unreachableMessage : description
	const { reference } = failure
	return (
		<>
			{message === undefined ? null : <span className="block">{message}</span>}
			{reference === null ? null : <span className="block">Reference {reference}</span>}
			{reference === null && !contact ? null : (
				<Link to={href('/contact')} className="link">
					Contact us
				</Link>
			)}
		</>
	)
}

/**
 * Welcomes a visitor after any kind of sign-in (docs/specification.md section 8). `target` is the page that they go to next.
 * Without it, no passkey is offered.
 */
export function toastWelcome(target?: string): void {
	toast.success('Welcome back!', { description: 'You have been signed in successfully.' })
	if (target !== undefined) offerPasskey(target)
}

/** Offers a passkey to a visitor who has signed in without one. `target` is the page that they go to next. */
export function offerPasskey(target: string): void {
	if (!isPartShown(['passkeys'])) return
	import('./passkey-offer.tsx').then(({ showOffer }) => showOffer(target)).catch(() => undefined)
}

let failureToast: string | null = null

/** Remembers the toast about a failed sign-in, so that the next attempt can dismiss it. */
export function rememberFailureToast(id: string): void {
	failureToast = id
}

export function dismissFailureToast(): void {
	if (failureToast !== null) toast.dismiss(failureToast)
	failureToast = null
}
