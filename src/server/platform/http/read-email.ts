import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'

/** Normalises an email address for storage and comparison. Throws `validation_failed` if it is invalid. */
export function readEmail(value: string): string {
	if (value === '') throw invalidEmail('An email address is required')
	if (value.length > 255) throw invalidEmail('An email address is too long')
	const parsed = z.email().safeParse(value.toLowerCase())
	if (!parsed.success) throw invalidEmail('Unable to validate email address: invalid format')
	return parsed.data
}

function invalidEmail(message: string): AppError {
	return new AppError({ code: 'validation_failed', status: 400, message })
}
