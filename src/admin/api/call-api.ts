import { ApiError } from '#admin/api/api-error.ts'
import { request, type SendOptions, send } from '#admin/api/send.ts'
import { askForStep } from '#admin/session/ask-for-step.ts'
import { noteRefusal } from '#admin/session/session.ts'
import type {
	ActName,
	Answer,
	FileName,
	Preview,
	ReadName,
	SaveName,
	Sent,
	UploadName,
} from '#shared/admin/api.ts'

// Every page calls the API through these functions. If a request needs the second step again, they ask for it and then repeat
// the request.

/** Reads data. Throws an `ApiError`. */
export async function readApi<Name extends ReadName>(
	name: Name,
	input: Sent<Name>,
	options?: SendOptions,
): Promise<Answer<Name>> {
	return await withSession(() => send<Answer<Name>>('GET', name, input, options))
}

/** Returns sentences that say what an act would do. */
export async function previewAct<Name extends ActName>(
	name: Name,
	input: Sent<Name>,
	options?: SendOptions,
): Promise<Preview> {
	return await withSession(() => send<Preview>('POST', name, { ...input, preview: true }, options))
}

interface Confirmed {
	/** The plan of the preview. The act is refused if it would now do anything else. */
	plan?: string | undefined
	reason?: string | undefined
}

/** Performs an act. Throws an `ApiError`. Its code is `plan_changed` if the act would no longer do what the preview said. */
export async function doAct<Name extends ActName>(
	name: Name,
	input: Sent<Name>,
	{ plan, reason }: Confirmed = {},
): Promise<Answer<Name>> {
	return await withSession(() => send<Answer<Name>>('POST', name, { ...input, plan, reason }))
}

/** Saves what the member is writing. Throws an `ApiError`. */
export async function saveWriting<Name extends SaveName>(
	name: Name,
	input: Sent<Name>,
): Promise<Answer<Name>> {
	return await withSession(() => send<Answer<Name>>('POST', name, input))
}

/** Sends a file. */
export async function uploadFile<Name extends UploadName>(
	name: Name,
	input: Sent<Name>,
	file: Blob,
): Promise<Answer<Name>> {
	return await withSession(() => send<Answer<Name>>('POST', name, input, { file }))
}

interface DownloadOptions {
	signal?: AbortSignal
	/** Called as rows arrive, with the number so far and the total. The total is undefined if it isn't known. */
	onRows?: (done: number, of: number | undefined) => void
}

/** Downloads a file, and saves it through the browser once it is complete. */
export async function downloadFile<Name extends FileName>(
	name: Name,
	input: Sent<Name>,
	{ signal, onRows = () => {} }: DownloadOptions = {},
): Promise<void> {
	const response = await withSession(() => request('GET', name, input, { signal }))
	const rows = Number(response.headers.get('x-rows') ?? Number.NaN)
	const parts: Uint8Array<ArrayBuffer>[] = []
	let lines = 0
	for await (const part of readParts(response)) {
		parts.push(part)
		for (const byte of part) if (byte === 10) lines += 1
		// The first line contains the titles of the columns.
		onRows(Math.max(0, lines - 1), Number.isNaN(rows) ? undefined : rows)
	}
	const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? name
	const type = response.headers.get('content-type') ?? ''
	const address = URL.createObjectURL(new Blob(parts, { type }))
	const link = Object.assign(document.createElement('a'), { href: address, download: fileName })
	link.click()
	setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function* readParts({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
	const reader = body?.getReader()
	if (reader === undefined) return
	try {
		for (;;) {
			const { done, value } = await reader.read()
			if (done) return
			yield value
		}
	} finally {
		await reader.cancel().catch(() => {})
	}
}

async function withSession<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call()
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		if (error.missingStep === 'take-again' && (await askForStep())) return await call()
		noteRefusal(error)
		throw error
	}
}
