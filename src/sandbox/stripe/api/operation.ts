import type { z } from 'zod'
import type { FormFields } from '#sandbox/stripe/api/form.ts'
import { readParams } from '#sandbox/stripe/api/params.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/** One call. `id` is the id in its path, and `url` the whole path. */
export interface Call {
	world: StripeWorld
	id: string
	url: string
}

export interface Operation {
	/** The SDK's name for the operation, such as `checkout.sessions.create`. */
	name: string
	method: 'GET' | 'POST' | 'DELETE'
	path: string
	/** Parses the parameters and returns the work to do. Throws an `ApiError` if they are invalid. */
	read(fields: FormFields): (call: Call) => unknown
}

interface OperationOptions<T> {
	name: string
	method: 'GET' | 'POST' | 'DELETE'
	path: string
	params: z.ZodType<T>
	run: (call: Call, params: T) => unknown
}

export function operation<T>({ name, method, path, params, run }: OperationOptions<T>): Operation {
	return {
		name,
		method,
		path,
		read: (fields) => {
			const given = readParams(params, fields)
			return (call) => run(call, given)
		},
	}
}
