import type { ServerResponse } from 'node:http'

interface StreamedInit {
	status: number
	headers: Headers
	/** Called if the body fails. Its connection is then closed, because the client has received the status already. */
	onFailure: (error: unknown) => void
}

/**
 * A response whose body is a byte stream that reads straight into the reader's buffer, such as a large file on disk.
 * `createStreamSender` sends it in half the processor time of any other stream.
 */
export class StreamedResponse extends Response {
	readonly onFailure: StreamedInit['onFailure']

	constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>, { onFailure, ...init }: StreamedInit) {
		super(body, init)
		this.onFailure = onFailure
	}
}

/** With large buffers a download takes a third less processor time than with small ones. */
const largeBytes = 256 << 10
const smallBytes = 64 << 10
/** How many responses may have a large buffer at a time. Slow clients keep theirs for long, and hundreds would fill the memory. */
const mostLarge = 32

/**
 * Makes the function that sends streamed responses. Each response has one buffer, into which its stream reads every piece. Reading
 * takes the buffer away (its `ArrayBuffer` is detached) and returns it with the next piece. It is passed on to the next read only
 * after the system has taken the piece. So a piece cannot be overwritten before it is sent.
 */
export function createStreamSender(): (
	response: StreamedResponse,
	outgoing: ServerResponse,
) => Promise<void> {
	let large = 0
	return async (response, outgoing) => {
		const reader = response.body?.getReader({ mode: 'byob' })
		if (reader === undefined) return
		const stop = () => void reader.cancel().catch(() => {})
		// Without this, a stream that is waiting for its source would stay open after the client has gone.
		outgoing.once('close', stop)
		const isLarge = large < mostLarge
		if (isLarge) large += 1
		try {
			outgoing.writeHead(response.status, [...response.headers].flat())
			let buffer = new ArrayBuffer(isLarge ? largeBytes : smallBytes)
			while (!outgoing.destroyed) {
				const { done, value } = await reader.read(new Uint8Array(buffer))
				if (done) {
					outgoing.end()
					break
				}
				await write(outgoing, value)
				buffer = value.buffer
			}
		} catch (error) {
			response.onFailure(error)
			outgoing.destroy()
		} finally {
			outgoing.off('close', stop)
			stop()
			if (isLarge) large -= 1
		}
	}
}

/** Resolves once the system has taken all bytes, or once the connection is closed, in which case Node may never call back. */
async function write(outgoing: ServerResponse, bytes: Uint8Array): Promise<void> {
	await new Promise<void>((resolve) => {
		outgoing.once('close', resolve)
		outgoing.write(bytes, () => {
			outgoing.off('close', resolve)
			resolve()
		})
	})
}
