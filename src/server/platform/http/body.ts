import { AppError } from '#shared/app-error.ts'

const deepestNesting = 32

/**
 * Reads a body of at most `limitBytes` as it arrives, so that a large one is refused without being kept. Throws
 * `request_entity_too_large`. A compressed body is refused: nothing of ours sends one, and it could be a bomb.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
	const chunks: Uint8Array[] = []
	for await (const chunk of readChunks(request, limitBytes)) chunks.push(chunk)
	return Buffer.concat(chunks)
}

/** The same body as it arrives, for what should not lie in memory whole. Throws as `readBytes`, perhaps in the middle. */
export async function* readChunks(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
	if (request.headers.get('content-encoding') !== null) {
		throw new AppError({
			code: 'unsupported_media_type',
			status: 415,
			message: 'Compressed request bodies are not accepted',
		})
	}
	if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes)
	let size = 0
	try {
		for await (const chunk of request.body ?? []) {
			size += chunk.length
			if (size > limitBytes) throw tooLarge(limitBytes)
			yield chunk
		}
	} catch (error) {
		if (error instanceof AppError) throw error
		// The sender went away; its broken connection is not to be taken for one of ours.
		throw new AppError({
			code: 'bad_json',
			status: 400,
			message: 'The request body ended early',
			cause: error,
		})
	}
}

/** Reads a JSON body. Throws `bad_json` for anything that is not UTF-8 JSON of a sane depth, an empty body included. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
	const bytes = await readBytes(request, limitBytes)
	try {
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
		if (isDeeperThan(value, deepestNesting)) throw new Error('nested too deeply')
		return value
	} catch (error) {
		throw new AppError({
			code: 'bad_json',
			status: 400,
			message: 'Could not parse request body as JSON',
			cause: error,
		})
	}
}

function isDeeperThan(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return false
	return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

function tooLarge(limitBytes: number): AppError {
	return new AppError({
		code: 'request_entity_too_large',
		status: 413,
		message: `Request body too large (max ${limitBytes} bytes)`,
	})
}
