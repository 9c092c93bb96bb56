import { AppError } from '#server/platform/app-error.ts'
import { secondsBetweenTexts } from '#shared/message-rules.ts'

const daySeconds = 86_400

export function phoneProviderDisabled(message: string, status: 400 | 422): AppError {
	return new AppError('phone_provider_disabled', status, message)
}

/** Reports a number that another account has. */
export function phoneExists(cause: unknown): AppError {
	return new AppError('phone_exists', 422, 'A user with this phone number has already been registered', {
		cause,
	})
}

export function countryNotServed(): AppError {
	return new AppError('sms_send_failed', 422, 'This shop sends no text messages to this number')
}

export function textTooSoon(secondsLeft = secondsBetweenTexts): AppError {
	return new AppError(
		'over_sms_send_rate_limit',
		429,
		`For security purposes, you can only request this after ${secondsLeft} seconds.`,
		{ retryAfter: secondsLeft },
	)
}

/** Reports a message that would exceed the day's limits. */
export function textsSpent(now: Date): AppError {
	return new AppError('over_sms_send_rate_limit', 429, 'SMS rate limit exceeded', {
		retryAfter: Math.ceil(daySeconds - ((now.getTime() / 1000) % daySeconds)),
	})
}
