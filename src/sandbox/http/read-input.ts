import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'

/** Reads and validates a JSON or form body. Answers 400 if it is invalid. */
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
