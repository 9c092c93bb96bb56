import type { z } from 'zod'

/** What an answer contains, if that is not JSON. */
type OtherAnswer = 'nothing' | 'a file' | 'a redirect'

/** What the document of the APIs says about an operation. The schemas are those the server checks with. */
export interface About {
	/** What it does, in a sentence. */
	does: string
	/** Whom it answers: anybody, callers with an API key, signed-in users, or the service role. */
	for: 'anyone' | 'callers' | 'users' | 'the service role'
	/** The names of what may be in the query. */
	query?: readonly string[]
	body?: z.ZodType | 'a file' | 'any JSON'
	/** Its answers by status; errors have the form that all of the API's errors have. */
	answers: Readonly<Record<number, z.ZodType | OtherAnswer>>
	/** If a parameter of the path has few values: what differs with each. The document then has an operation for each. */
	each?: {
		parameter: string
		values: ReadonlyMap<string, Partial<Pick<About, 'does' | 'query' | 'body' | 'answers'>>>
	}
}

const described = new WeakMap<object, About | 'refused'>()

/** Says what a handler does, or that it refuses every request. Returns it unchanged. */
export function describe<H extends object>(about: About | 'refused', handler: H): H {
	described.set(handler, about)
	return handler
}

/** Returns what was said about a handler. */
export function aboutOf(handler: object): About | 'refused' | undefined {
	return described.get(handler)
}
