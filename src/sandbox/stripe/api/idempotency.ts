import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'
import { ApiError, type ErrorStatus, errorStatuses } from '#sandbox/stripe/api/api-error.ts'

export const idempotencySchema = `
	create table if not exists idempotency_keys (
		key text primary key,
		path text not null,
		parameters text not null,
		status integer not null,
		body text not null,
		request text not null
	) strict`

const savedSchema = z.object({
	path: z.string(),
	parameters: z.string(),
	status: z.literal([200, ...errorStatuses]),
	body: z.string(),
	request: z.string(),
})

export interface SavedAnswer {
	status: 200 | ErrorStatus
	body: string
	/** The id of the original request. */
	request: string
}

export interface KeyedCall {
	key: string
	path: string
	body: string
}

/**
 * Returns the saved answer for an idempotency key (https://docs.stripe.com/api/idempotent_requests). Throws an `ApiError` if the
 * key was first used for another call.
 */
export function findAnswer(store: Store, { key, path, body }: KeyedCall): SavedAnswer | undefined {
	const row = store.get(
		'select path, parameters, status, body, request from idempotency_keys where key = ?',
		key,
	)
	if (row === undefined) return undefined
	const saved = savedSchema.parse(row)
	if (saved.path !== path) {
		throw misused(
			`Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${saved.path}').`,
			key,
		)
	}
	if (saved.parameters !== digest(body)) {
		throw misused(
			'Keys for idempotent requests can only be used with the same parameters they were first used with.',
			key,
		)
	}
	return saved
}

export function saveAnswer(store: Store, { key, path, body }: KeyedCall, answer: SavedAnswer): void {
	store.run(
		'insert into idempotency_keys values (?, ?, ?, ?, ?, ?)',
		key,
		path,
		digest(body),
		answer.status,
		answer.body,
		answer.request,
	)
}

function misused(message: string, key: string): ApiError {
	return new ApiError({
		status: 400,
		type: 'idempotency_error',
		message: `${message} Try using a key other than '${key}' if you meant to execute a different request.`,
	})
}

/** Returns a hash that does not depend on the order of the parameters. */
function digest(body: string): string {
	const parameters = new URLSearchParams(body)
	parameters.sort()
	return createHash('sha256').update(parameters.toString()).digest('hex')
}
