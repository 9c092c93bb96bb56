import type { z } from 'zod'
import type { FormFields } from '#sandbox/stripe/api/form.ts'
import { readParams } from '#sandbox/stripe/api/params.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

/** One call being served: `id` is the one in its path, `url` the path itself. */
export interface Call {
	world: StripeWorld
	id: string
	url: string
}

export interface Operation {
	/** As the SDK calls it, such as `checkout.sessions.create`. */
	name: string
	method: 'GET' | 'POST' | 'DELETE'
	path: string
	/** Reads the parameters, then hands back the work. Throws the `ApiError` for a fault in them. */
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
