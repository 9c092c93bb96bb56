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

/** The quarter of a return to the one-stop shop isn't over. */
export function quarterNotOver(lastDay: string): AppError {
	return new AppError('validation_failed', 400, `The quarter isn’t over yet. Its last day is ${lastDay}.`, {
		details: { field: 'quarter' },
	})
}

/** `days` are the last days of the quarters of a return whose rates of exchange are missing. */
export function ratesMissing(days: readonly string[]): AppError {
	const message = `Type the European Central Bank’s rate of ${days.join(', ')} as well.`
	return new AppError('validation_failed', 400, message, { details: { field: 'rates' } })
}

export function ratesUnreadable(): AppError {
	const message = 'Type each rate as pounds for one euro, such as 2026-Q4=0.8734.'
	return new AppError('validation_failed', 400, message, { details: { field: 'rates' } })
}
