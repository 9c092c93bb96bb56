import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'

interface RestErrorOptions {
	/** The reference server's own code: `PGRST…`, or an SQLSTATE if PostgreSQL raised the error. */
	apiCode: string
	status: number
	message: string
	apiDetails?: string | undefined
	hint?: string | undefined
	headers?: Readonly<Record<string, string>>
	cause?: unknown
}

/** An error of the REST API, answered as `{ code, details, hint, message }`. */
export class RestError extends AppError {
	readonly apiCode: string
	readonly apiDetails: string | null
	readonly hint: string | null
	readonly headers: Readonly<Record<string, string>>

	constructor(options: RestErrorOptions) {
		super(appErrorCode(options.status), options.status, options.message, { cause: options.cause })
		this.name = 'RestError'
		this.apiCode = options.apiCode
		this.apiDetails = options.apiDetails ?? null
		this.hint = options.hint ?? null
		this.headers = options.headers ?? {}
	}
}

function appErrorCode(status: number): AppErrorCode {
	if (status === 404) return 'not_found'
	if (status === 405) return 'method_not_allowed'
	if (status === 415) return 'unsupported_media_type'
	return status >= 500 ? 'unexpected_failure' : 'validation_failed'
}

/** Reports a query string that is malformed or uses an unsupported feature. */
export function badQuery(what: string, text: string, details: string): RestError {
	return new RestError({
		apiCode: 'PGRST100',
		status: 400,
		message: `failed to parse ${what} (${shortened(text)})`,
		apiDetails: details,
	})
}

/** Reports an unknown column in PostgreSQL's words. Columns that the API does not expose count as unknown. */
export function unknownColumn(table: string, column: string): RestError {
	return new RestError({
		apiCode: '42703',
		status: 400,
		message: `column ${table}.${shortened(column)} does not exist`,
	})
}

/** Reports a missing grant in PostgreSQL's words, with status 401 for an anonymous caller. */
export function permissionDenied(table: string, isStranger: boolean): RestError {
	return new RestError({
		apiCode: '42501',
		status: isStranger ? 401 : 403,
		message: `permission denied for table ${table}`,
	})
}

/** Reports a range that holds no row. `total` is the number of rows, if it is known. */
export function badRange(details: string, total?: number): RestError {
	return new RestError({
		apiCode: 'PGRST103',
		status: 416,
		message: 'Requested range not satisfiable',
		apiDetails: details,
		headers: { 'content-range': `*/${total ?? '*'}` },
	})
}

export function badBody(message = 'Empty or invalid json'): RestError {
	return new RestError({ apiCode: 'PGRST102', status: 400, message })
}

/**
 * Reports that one object was requested, but the result is not exactly one row. `details` uses the older wording, because
 * clients up to 2023 look for it. Newer clients look only for `0 rows`.
 */
export function notSingle(rows: number): RestError {
	return new RestError({
		apiCode: 'PGRST116',
		status: 406,
		message: 'Cannot coerce the result to a single JSON object',
		apiDetails: `Results contain ${rows} rows`,
	})
}

/** Reports a written column that the API does not expose. */
export function columnNotFound(table: string, column: string): RestError {
	return new RestError({
		apiCode: 'PGRST204',
		status: 400,
		message: `Could not find the '${column.slice(0, 100)}' column of '${table}' in the schema cache`,
	})
}

/** Reports a write without a filter, which would reach every row that the caller may write. */
export function filterRequired(verb: 'UPDATE' | 'DELETE'): RestError {
	return new RestError({ apiCode: '21000', status: 400, message: `${verb} requires a WHERE clause` })
}

/** Reports that a write affected more rows than the caller allows. */
export function tooManyAffected(rows: number): RestError {
	return new RestError({
		apiCode: 'PGRST124',
		status: 400,
		message: 'Query result exceeds max-affected preference constraint',
		apiDetails: `The query affects ${rows} rows`,
	})
}

export function noMediaType(asked: string): RestError {
	return new RestError({
		apiCode: 'PGRST107',
		status: 406,
		message: `None of these media types are available: ${shortened(asked)}`,
	})
}

export function contentTypeNotAcceptable(mediaType: string): RestError {
	return new RestError({
		apiCode: 'PGRST102',
		status: 415,
		message: `Content-Type not acceptable: ${shortened(mediaType)}`,
	})
}

export function schemaNotExposed(schema: string): RestError {
	return new RestError({
		apiCode: 'PGRST106',
		status: 406,
		message: `Invalid schema: ${shortened(schema)}`,
		hint: 'Only the following schemas are exposed: public',
	})
}

export function queryTooLong(limit: number): RestError {
	return new RestError({
		apiCode: 'PGRST100',
		status: 414,
		message: `The query is longer than ${limit} characters`,
	})
}

/** Reports a filter on another table's column. */
export function resourceNotEmbedded(resource: string): RestError {
	const shown = shortened(resource)
	return new RestError({
		apiCode: 'PGRST108',
		status: 400,
		message: `'${shown}' is not an embedded resource in this request`,
		hint: `Verify that '${shown}' is included in the 'select' query parameter.`,
	})
}

export function aggregatesNotAllowed(): RestError {
	return new RestError({
		apiCode: 'PGRST123',
		status: 400,
		message: 'Use of aggregate functions is not allowed',
	})
}

export function noRelationship(table: string, child: string): RestError {
	return new RestError({
		apiCode: 'PGRST200',
		status: 400,
		message: `Could not find a relationship between '${table}' and '${shortened(child)}' in the schema cache`,
	})
}

export function invalidPreferences(message: string, part: string): RestError {
	return new RestError({
		apiCode: 'PGRST122',
		status: 400,
		message,
		apiDetails: `Invalid preferences: ${shortened(part)}`,
	})
}

export function tableNotFound(name: string): RestError {
	return new RestError({
		apiCode: 'PGRST205',
		status: 404,
		message: `Could not find the table 'public.${shortened(name)}' in the schema cache`,
	})
}

export function databaseFunctionNotFound(name: string): RestError {
	return new RestError({
		apiCode: 'PGRST202',
		status: 404,
		message: `Could not find the function public.${shortened(name)} in the schema cache`,
	})
}

export function noRootMetadata(): RestError {
	return new RestError({ apiCode: 'PGRST126', status: 404, message: 'Root endpoint metadata is disabled' })
}

export function pathNotFound(): RestError {
	return new RestError({ apiCode: 'PGRST125', status: 404, message: 'Invalid path specified in request URL' })
}

/** Shortens the caller's text for an error message. */
export function shortened(text: string): string {
	return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
