import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest } from '#server/apis/storage/storage-error.ts'
import { AppError } from '#shared/app-error.ts'

// What the official client sends beside the file is a handful of short fields.
const limits = {
	files: 1,
	fields: 20,
	parts: 40,
	fieldSize: 64 * 1024,
	headerPairs: 50,
	headerSize: 8 * 1024,
}

/**
 * The first file of a form (`multipart/form-data`) as its bytes come: the official client names its part "", others name it as
 * they like. Throws `InvalidRequest` for a form that cannot be read, holds no file, or ends before the file does, and whatever
 * reading the body throws.
 */
export async function* fileInForm(
	body: AsyncIterable<Uint8Array>,
	contentType: string,
): AsyncGenerator<Uint8Array> {
	const form = formOf(contentType)
	const found = Promise.withResolvers<Readable | undefined>()
	let file: Readable | undefined
	form.once('file', (_name, stream) => {
		file = stream
		found.resolve(stream)
	})
	form.once('finish', () => found.resolve(undefined))
	const abort = new AbortController()
	const feeding = pipeline(body, form, { signal: abort.signal })
	feeding.catch((error) => {
		file?.destroy(error)
		found.reject(error)
	})
	try {
		const first = await found.promise
		if (first === undefined) throw invalidRequest('The form holds no file')
		yield* first
		await feeding
	} catch (error) {
		throw error instanceof AppError ? error : invalidRequest('The form cannot be read')
	} finally {
		// Whoever leaves in the middle wants no more of it.
		abort.abort()
	}
}

function formOf(contentType: string): BusboyInstance {
	try {
		return new Busboy({ headers: { 'content-type': contentType }, limits })
	} catch {
		throw invalidRequest('The form cannot be read')
	}
}
