import pg from 'pg'
import { RestError } from '#server/apis/rest/rest-error.ts'

// SQLSTATE to status, as the reference has it. What is not listed is a fault of ours, not of the caller's.
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
 * What PostgreSQL refused, in the wire's form; undefined for a fault that is not the caller's. Its `detail` and `hint` stay
 * here: they quote keys and rows.
 */
export function asRestError(error: unknown, isStranger: boolean): RestError | undefined {
	if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
	const status = statusOf(error.code, isStranger)
	if (status === undefined) return undefined
	return new RestError({ apiCode: error.code, status, message: error.message, cause: error })
}

function statusOf(code: string, isStranger: boolean): number | undefined {
	if (code === '42501') return isStranger ? 401 : 403
	// Values that are not of their type, and rows that break a rule of the table.
	return statuses[code] ?? (/^(22|23)/.test(code) ? 400 : undefined)
}
