import { z } from 'zod'
import type { Operation, Operations } from './operation.ts'

/** Describes the API for programs: every operation, who may call it, its input and its output. */
export function describeApi(operations: Operations): Record<string, unknown> {
	return {
		title: 'The admin of Headstart',
		authorization:
			'Bearer <access token of a member of staff who signed in at the admin, or the secret API key>. What is done with the secret key is logged as done by the service role.',
		errors: '{ code, message, details?, request_id }',
		acts: 'Send "preview": true to see what would happen: { will, plan }. Send that plan with the request itself, which is then refused if it would now do something else.',
		operations: servedOperations(operations).map(
			([name, { kind, does, roles, sensitive, needsReason, input, output }]) => ({
				name,
				does,
				roles,
				sensitive,
				method: methodOf(kind),
				path: `/api/${name}`,
				...(kind === 'act' ? { reason: needsReason ? 'required' : 'optional' } : {}),
				...(kind === 'upload' ? { body: 'the bytes of the file; the input is in the query' } : {}),
				input: z.toJSONSchema(input, { io: 'input' }),
				output: output === undefined ? 'a file' : z.toJSONSchema(output),
			}),
		),
	}
}

/** Returns the HTTP method of an operation. */
export function methodOf(kind: Operation['kind']): 'GET' | 'POST' {
	return kind === 'read' || kind === 'file' ? 'GET' : 'POST'
}

/** Returns the operations that are served over HTTP, and not on the command line alone. */
export function servedOperations(operations: Operations): [name: string, operation: Operation][] {
	return Object.entries(operations).filter(([, { commandLineOnly }]) => !commandLineOnly)
}
