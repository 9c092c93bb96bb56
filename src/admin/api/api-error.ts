import type { Preview } from '#shared/admin/api.ts'
import type { ShownMail } from '#shared/admin/messages.ts'
import { isRecord } from '#shared/json.ts'

/** Says why the API refused a request, or that it could not be reached. */
export class ApiError extends Error {
	/** The HTTP status; 0 if there was no response. */
	readonly status: number
	readonly code: string
	readonly details: Readonly<Record<string, unknown>>
	/** The request id, which the member can quote when asking for help; null if the fault is not the server's. */
	readonly reference: string | null

	constructor({ status, code, message, details = {}, reference = null }: ErrorParts) {
		super(message)
		this.name = 'ApiError'
		this.status = status
		this.code = code
		this.details = details
		this.reference = reference
	}

	/** Returns which second step the request needs; undefined if it was refused for another reason. */
	get missingStep(): 'set-up' | 'take' | 'take-again' | undefined {
		if (this.code !== 'insufficient_aal') return undefined
		const { step } = this.details
		return step === 'set-up' || step === 'take' || step === 'take-again' ? step : undefined
	}
}

interface ErrorParts {
	status: number
	code: string
	message: string
	details?: Readonly<Record<string, unknown>>
	reference?: string | null
}

/** Reads the error from a response. */
export async function errorOf(response: Response): Promise<ApiError> {
	const { status } = response
	const body: unknown = await response.json().catch(() => null)
	const given = isRecord(body) ? body : {}
	const text = (name: string) => {
		const value = given[name]
		return typeof value === 'string' ? value : undefined
	}
	return new ApiError({
		status,
		code: text('code') ?? 'unexpected_failure',
		message:
			status === 429
				? 'Too many requests at once. Wait a minute, then try again.'
				: (text('message') ?? 'The shop gave an answer that the admin doesn’t understand.'),
		details: isRecord(given.details) ? given.details : {},
		reference: status >= 500 ? (text('request_id') ?? response.headers.get('x-request-id')) : null,
	})
}

export function unreachable(): ApiError {
	return new ApiError({
		status: 0,
		code: 'unreachable',
		message: 'The shop couldn’t be reached. Check your connection, or whether it is running.',
	})
}

/** Reads the new preview from the details of a `plan_changed` error. Returns undefined if they contain none. */
export function readPreview({ will, plan, mail }: ApiError['details']): Preview | undefined {
	if (!Array.isArray(will) || typeof plan !== 'string') return undefined
	return { will: will.map(String), plan, ...(isShownMail(mail) ? { mail } : {}) }
}

function isShownMail(mail: unknown): mail is ShownMail {
	return (
		isRecord(mail) &&
		[mail.subject, mail.html, mail.styles, mail.text].every((part) => typeof part === 'string') &&
		Array.isArray(mail.files)
	)
}
