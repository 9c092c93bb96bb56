import type { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import {
	bodyEndedEarly,
	bodyTooLarge,
	compressedBody,
	malformedJson,
	validationFailed,
} from '#server/platform/errors.ts'
import { requireStorable } from '#server/platform/storable-text.ts'
import { emailAddress } from '#shared/email-address.ts'

const deepestNesting = 32
/**
 * The most values that a JSON body may contain, far more than any form has. A schema that rejects a hundred thousand values takes
 * a tenth of a second, in which the server answers nobody.
 */
const usualMostValues = 10_000

/**
 * Reads a body of at most `limitBytes`, and throws `request_entity_too_large` as soon as it is longer. Refuses compressed
 * bodies: real clients do not send them, and they could be zip bombs.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
	checkHeaders(request, limitBytes)
	// Node reads no more of a body than its `Content-Length`, so the limit holds. Reading the body in one go takes half the CPU
	// time of streaming it.
	if (request.headers.has('content-length')) {
		const bytes = Buffer.from(
			await request.arrayBuffer().catch((error: unknown) => {
				throw bodyEndedEarly(error)
			}),
		)
		if (bytes.length > limitBytes) throw bodyTooLarge(limitBytes)
		return bytes
	}
	const chunks: Uint8Array[] = []
	for await (const chunk of readChunks(request, limitBytes)) chunks.push(chunk)
	return Buffer.concat(chunks)
}

/** Streams a body instead of holding it in memory. Throws what `readBytes` throws, possibly half-way. */
export async function* readChunks(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
	checkHeaders(request, limitBytes)
	let size = 0
	try {
		for await (const chunk of request.body ?? []) {
			size += chunk.length
			if (size > limitBytes) throw bodyTooLarge(limitBytes)
			yield chunk
		}
	} catch (error) {
		if (error instanceof AppError) throw error
		throw bodyEndedEarly(error)
	}
}

function checkHeaders({ headers }: Request, limitBytes: number): void {
	if (headers.get('content-encoding') !== null) throw compressedBody()
	if (Number(headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge(limitBytes)
}

/** Reads a JSON body. Throws `bad_json` if it is empty, not UTF-8, not JSON, nested too deeply or contains too many values. */
export async function readJson(
	request: Request,
	limitBytes: number,
	mostValues = usualMostValues,
): Promise<unknown> {
	return parseJson(await readBytes(request, limitBytes), mostValues)
}

/** Reads a JSON body, or returns an empty object if there is none. Throws what `readJson` throws. */
export async function readOptionalJson(request: Request, limitBytes: number): Promise<unknown> {
	const bytes = await readBytes(request, limitBytes)
	return bytes.length === 0 ? {} : parseJson(bytes, usualMostValues)
}

function parseJson(bytes: Buffer, mostValues: number): unknown {
	try {
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
		if (!isWithin(value, deepestNesting, { values: mostValues }))
			throw new Error('nested too deeply, or too many values')
		requireStorable(value)
		return value
	} catch (error) {
		if (error instanceof AppError) throw error
		throw malformedJson(error)
	}
}

/** Reads a JSON body of the given shape. Throws what `readJson` throws, and `InvalidBody`. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>, limitBytes: number): Promise<T> {
	const parsed = schema.safeParse(await readJson(request, limitBytes))
	if (parsed.success) return parsed.data
	throw new InvalidBody(parsed.error)
}

/** A JSON body that does not have the expected shape. */
export class InvalidBody extends AppError {
	/** The first thing that is wrong with it. */
	readonly issue: z.core.$ZodIssue | undefined

	constructor(error: z.ZodError) {
		super('validation_failed', 400, 'The request body is not as expected', { cause: error })
		this.issue = error.issues[0]
	}
}

/** Normalises an email address for storage and comparison. Throws `validation_failed` if it is invalid. */
export function readEmail(value: string): string {
	if (value === '') throw validationFailed('An email address is required')
	if (value.length > 255) throw validationFailed('An email address is too long')
	const parsed = emailAddress().safeParse(value)
	if (!parsed.success) throw validationFailed('Unable to validate email address: invalid format')
	return parsed.data
}

/**
 * Says whether a value is nested no deeper than `depth` and contains at most `left.values` values. Subtracts them from `left`.
 */
function isWithin(value: unknown, depth: number, left: { values: number }): boolean {
	left.values -= 1
	if (left.values < 0) return false
	if (typeof value !== 'object' || value === null) return true
	return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1, left))
}
