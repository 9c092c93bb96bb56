import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'

/** The body of a request to the sandbox's own switches and aids: JSON, or a form from one of its pages. Answers 400 with the faults. */
export async function readInput<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
	const given: unknown = isJson(c) ? await c.req.json().catch(() => undefined) : await c.req.parseBody()
	const parsed = schema.safeParse(given)
	if (parsed.success) return parsed.data
	const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
	throw new HTTPException(400, { message: faults.join('; ') })
}

export function isJson(c: Context): boolean {
	return c.req.header('content-type')?.includes('json') ?? false
}
