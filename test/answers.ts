import { z } from 'zod'
import type { Operation } from '#server/platform/http/openapi.ts'

interface Answered {
	method: string
	path: string
	response: Response
}

/** Compares answers with the OpenAPI document. */
export interface AnswerCheck {
	/** Records how an answer differs from the document. Resolves once the body has been read. */
	check(answered: Answered): Promise<void>
	/** The differences found so far. */
	faults: string[]
}

const prefixes = /^\/(auth|rest|storage|functions|realtime)\/v1\/|^\/(page-views|healthz|readyz)$/

export function createAnswerCheck(operations: readonly Operation[]): AnswerCheck {
	const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }))
	const faults: string[] = []
	const find = (method: string, path: string) =>
		patterns.find(
			({ operation, pattern }) =>
				operation.method === (method === 'HEAD' ? 'GET' : method) && pattern.test(path),
		)?.operation
	return {
		faults,
		check: async ({ method, path, response }) => {
			if (method === 'OPTIONS' || !prefixes.test(path)) return
			const fault = await faultOf(find(method, path), method, response)
			if (fault !== undefined) faults.push(`${method} ${path} answered ${response.status}: ${fault}`)
		},
	}
}

async function faultOf(
	operation: Operation | undefined,
	method: string,
	response: Response,
): Promise<string | undefined> {
	const { status } = response
	const expected = operation?.about.answers[status] ?? (status >= 400 ? operation?.api.errors : undefined)
	// A route that the document lacks must refuse every request.
	if (operation === undefined) return status < 400 ? 'the document has no such operation' : undefined
	if (expected === undefined) return status >= 400 ? undefined : 'the document has no such status'
	if (method === 'HEAD') return undefined
	if (expected === 'a redirect') return response.headers.has('location') ? undefined : 'it leads nowhere'
	if (expected === 'nothing') return (await copy(response)) === '' ? undefined : 'it has a body'
	if (!(expected instanceof z.ZodType)) return undefined
	// A browser's tab gets a page for an error.
	if (status >= 400 && response.headers.get('content-type')?.startsWith('text/html')) return undefined
	const text = await copy(response)
	// If a write asks for no rows, the REST API answers it without a body.
	if (text === '') return operation.api.name === 'REST' ? undefined : 'it is empty'
	const parsed = expected.safeParse(JSON.parse(text))
	return parsed.success ? undefined : `${z.prettifyError(parsed.error)}\n${text.slice(0, 500)}`
}

async function copy(response: Response): Promise<string> {
	return await response.clone().text()
}

/** Turns `/object/:bucket/*` into a regular expression. */
function patternOf(path: string): RegExp {
	const source = path
		.split('/')
		.map((part) => (part === '*' ? '.+' : part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
		.join('/')
	return new RegExp(`^${source}$`)
}
