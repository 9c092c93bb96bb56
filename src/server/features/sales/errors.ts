import { AppError } from '#server/platform/app-error.ts'
import { whatIsAPeriod } from '#shared/admin/period.ts'

export function saleNotFound(): AppError {
	return new AppError('not_found', 404, 'There is no such sale.')
}

export function heldPurchaseNotFound(): AppError {
	return new AppError('not_found', 404, 'There is no such purchase on hold.')
}

export function listPositionUnknown(): AppError {
	return new AppError('validation_failed', 400, 'That position in the list isn’t known. Load the list again.')
}

/** The period isn't written in a way that `periodsOf` reads. */
export function periodUnreadable(): AppError {
	return new AppError('validation_failed', 400, whatIsAPeriod, { details: { field: 'period' } })
}

export function periodInvalid(): AppError {
	return new AppError(
		'validation_failed',
		400,
		'The last day must not be before the first, or more than ten years after it.',
		{ details: { field: 'to' } },
	)
}
