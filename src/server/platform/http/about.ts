import type { z } from 'zod'

/** What a response contains, if it is not JSON. */
type OtherAnswer = 'nothing' | 'a file' | 'a redirect'

/** What the OpenAPI document says about an operation. Its schemas are the ones that the server validates with. */
export interface About {
	/** What it does, in a sentence. */
	does: string
	/** Who may call it: anybody, callers with an API key, signed-in users, or the service role. */
	for: 'anyone' | 'callers' | 'users' | 'the service role'
	/** The names of the query parameters. */
	query?: readonly string[]
	body?: z.ZodType | 'a file' | 'any JSON'
	/** Its responses by status; errors have the form that all errors of the API share. */
	answers: Readonly<Record<number, z.ZodType | OtherAnswer>>
	/** For a path parameter with few values: what differs with each value. The document then lists an operation for each. */
	each?: {
		parameter: string
		values: ReadonlyMap<string, Partial<Pick<About, 'does' | 'query' | 'body' | 'answers'>>>
	}
}

const described = new WeakMap<object, About | 'refused'>()

/** Attaches the documentation of a handler, or the note that it refuses every request. Returns the handler. */
export function describe<H extends object>(about: About | 'refused', handler: H): H {
	described.set(handler, about)
	return handler
}

/** Returns the documentation of a handler. */
export function aboutOf(handler: object): About | 'refused' | undefined {
	return described.get(handler)
}
