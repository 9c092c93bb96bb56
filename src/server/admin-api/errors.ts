import type { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import { validationFailed } from '#server/platform/errors.ts'
import type { DecisionError } from '#server/shop/plan.ts'
import type { Preview } from '#shared/admin/api.ts'

export function unknownOperation(): AppError {
	return new AppError('not_found', 404, 'There is no such operation')
}

/** Reports a call of an operation with another method than its own. */
export function wrongMethod(method: string): AppError {
	return new AppError('method_not_allowed', 405, `Use ${method}`)
}

/** Reports the first thing in the input that isn't as the operation expects. */
export function unexpectedInput(cause: z.ZodError): AppError {
	const [issue] = cause.issues
	const field = issue?.path.join('.') ?? ''
	const message = issue?.message ?? 'not as expected'
	return field === ''
		? new AppError('validation_failed', 400, message, { cause })
		: new AppError('validation_failed', 400, `${field}: ${message}`, { details: { field }, cause })
}

export function malformedCursor(): AppError {
	return validationFailed('after: is not a cursor from this list')
}

export function reasonMissing(): AppError {
	return validationFailed('Say why: this needs a reason.')
}

/** Refuses an act with a message that is written for the owner. */
export function actRefused(cause: DecisionError): AppError {
	return new AppError('decision_refused', 409, cause.message, { cause })
}

/** Reports that what a read asks for doesn't exist. */
export function nothingFound(cause: DecisionError): AppError {
	return new AppError('not_found', 404, cause.message, { cause })
}

/** Reports that an act would now do something else, and what. */
export function planChanged(cause: DecisionError, preview: Preview): AppError {
	return new AppError('plan_changed', 409, cause.message, { cause, details: { ...preview } })
}

/** Why a session has ended: its account is banned. Callers aren't told. */
export class AccountBanned extends Error {}

/** How many minutes a session may be unused. */
export const idleMinutes = 30

export function signInFirst(cause?: AccountBanned): AppError {
	return new AppError(
		'session_not_found',
		401,
		`Sign in to the admin first. A session ends 12 hours after signing in, and after ${idleMinutes} minutes without use.`,
		{ cause },
	)
}

export function notAMember(): AppError {
	return new AppError(
		'not_admin',
		403,
		'This account isn’t a member of the admin. Ask an owner to invite you.',
	)
}

export function roleNotAllowed(): AppError {
	return new AppError('access_denied', 403, 'Your role doesn’t allow this. Ask an owner.')
}

/** What the page must ask the member to do. */
type MissingStep = 'set-up' | 'take' | 'take-again'

export function secondStepMissing(step: MissingStep, message: string): AppError {
	return new AppError('insufficient_aal', 403, message, { details: { step } })
}
