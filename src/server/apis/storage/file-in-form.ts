import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest } from '#server/apis/storage/errors.ts'
import { AppError } from '#server/platform/app-error.ts'

// The official client sends only a few short fields besides the file.
const limits = {
	files: 1,
	fields: 20,
	parts: 40,
	fieldSize: 64 * 1024,
	headerPairs: 50,
	headerSize: 8 * 1024,
}

/**
 * Streams the first file of a form (`multipart/form-data`), whatever the name of its field. The official client leaves that
 * name empty. Throws `InvalidRequest` if the form cannot be read, contains no file or ends early. Passes on errors of the body.
 */
export function fileInForm(body: AsyncIterable<Uint8Array>, contentType: string) {
	const form = formOf(contentType)
	let metadata = ''
	form.on('field', (name: string, value: string) => {
		if (name === 'metadata') metadata = value
	})
	return {
		bytes: streamFile(body, form),
		/** Returns the field `metadata`. Call it after reading the bytes. */
		metadata: () => metadata,
	}
}

async function* streamFile(
	body: AsyncIterable<Uint8Array>,
	form: BusboyInstance,
): AsyncGenerator<Uint8Array> {
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
		// Stops reading the body if the consumer stops early.
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
