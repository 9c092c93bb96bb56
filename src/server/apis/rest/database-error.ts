import pg from 'pg'
import { RestError } from '#server/apis/rest/errors.ts'

// The status for each SQLSTATE, as in the reference server; `statusOf` adds the rest. A code without a status is a server error.
const statuses: Record<string, number> = {
	'23503': 409,
	'23505': 409,
	'25006': 405,
	'42804': 400,
	'42P10': 400,
	'42P01': 404,
	'42883': 404,
	'21000': 400,
	P0001: 400,
	'57014': 500,
	'55P03': 500,
	'40001': 500,
	'40P01': 500,
}

/**
 * Turns an error of PostgreSQL into one of the REST API. Returns undefined if its code has no status here. Leaves out `detail`
 * and `hint`, because they quote keys and rows.
 */
export function asRestError(error: unknown, isStranger: boolean): RestError | undefined {
	if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
	const status = statusOf(error.code, isStranger)
	if (status === undefined) return undefined
	return new RestError({ apiCode: error.code, status, message: error.message, cause: error })
}

function statusOf(code: string, isStranger: boolean): number | undefined {
	if (code === '42501') return isStranger ? 401 : 403
	// Class 22 is for values of the wrong type, and class 23 for rows that violate a constraint.
	return statuses[code] ?? (/^(22|23)/.test(code) ? 400 : undefined)
}
