import { toastFailure } from './failure-toast.tsx'
import type { Failure } from './failures.ts'
import type { MailOutcome } from './resend-button.tsx'

/** Tells the visitor why a mail they asked for was not sent. `error` is the client library's; undefined for no answer at all. */
export function tellMail(
	error: { status?: number | undefined } | null | undefined,
	failure: Failure,
): MailOutcome {
	if (error === null) return 'sent'
	if (error?.status === 429) {
		toastFailure('Not sent yet', failure, 'We sent you an email a moment ago. Wait a minute, then ask again.')
		return 'too-soon'
	}
	toastFailure('The email wasn’t sent', failure, 'Please try again in a moment.')
	return 'failed'
}
