import { AppError, type AppErrorCode } from '#shared/app-error.ts'

interface RestErrorOptions {
	/** The wire's own code: `PGRST…`, or an SQLSTATE where PostgreSQL itself refused. */
	apiCode: string
	status: number
	message: string
	apiDetails?: string | undefined
	hint?: string | undefined
	cause?: unknown
}

/** A refusal in the REST wire's own terms, rendered as `{ code, details, hint, message }`. */
export class RestError extends AppError {
	readonly apiCode: string
	readonly apiDetails: string | null
	readonly hint: string | null

	constructor(options: RestErrorOptions) {
		super({
			code: appErrorCode(options.status),
			status: options.status,
			message: options.message,
			cause: options.cause,
		})
		this.name = 'RestError'
		this.apiCode = options.apiCode
		this.apiDetails = options.apiDetails ?? null
		this.hint = options.hint ?? null
	}
}

function appErrorCode(status: number): AppErrorCode {
	if (status === 404) return 'not_found'
	if (status === 405) return 'method_not_allowed'
	if (status === 415) return 'unsupported_media_type'
	return status >= 500 ? 'unexpected_failure' : 'validation_failed'
}

/** The query string is not of the grammar, or asks for a part of it this server does not offer. */
export function badQuery(what: string, text: string, details: string): RestError {
	return new RestError({
		apiCode: 'PGRST100',
		status: 400,
		message: `failed to parse ${what} (${shortened(text)})`,
		apiDetails: details,
	})
}

/** As PostgreSQL would say it of a column that is not there. Columns the wire does not show are not there. */
export function unknownColumn(table: string, column: string): RestError {
	return new RestError({
		apiCode: '42703',
		status: 400,
		message: `column ${table}.${shortened(column)} does not exist`,
	})
}

/** As PostgreSQL says it where the caller has no grant; a stranger is told to sign in. */
export function permissionDenied(table: string, isStranger: boolean): RestError {
	return new RestError({
		apiCode: '42501',
		status: isStranger ? 401 : 403,
		message: `permission denied for table ${table}`,
	})
}

export function badRange(details: string): RestError {
	return new RestError({
		apiCode: 'PGRST103',
		status: 416,
		message: 'Requested range not satisfiable',
		apiDetails: details,
	})
}

export function badBody(message = 'Empty or invalid json'): RestError {
	return new RestError({ apiCode: 'PGRST102', status: 400, message })
}

/**
 * One object was asked for, and there is none or more than one. In the older words of the details: clients of 2023 and before
 * look for them, and newer ones for `0 rows` alone.
 */
export function notSingle(rows: number): RestError {
	return new RestError({
		apiCode: 'PGRST116',
		status: 406,
		message: 'Cannot coerce the result to a single JSON object',
		apiDetails: `Results contain ${rows} rows`,
	})
}

/** What a caller sent, cut to a length fit for an error message. */
export function shortened(text: string): string {
	return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
