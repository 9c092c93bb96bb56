import type { WebSocket } from 'ws'
import { createWindow, type RealtimeLimits } from '#server/apis/realtime/limits.ts'
import { encode, type Message, type Version } from '#server/apis/realtime/serializer.ts'

interface ConnectionOptions {
	webSocket: WebSocket
	version: Version
	/** The key that the socket was opened with, for channels without a token of their own. */
	apiKey: string
	/** The client's address, as limits count it. */
	address: string
	limits: RealtimeLimits
}

/** One open socket. */
export class Connection {
	readonly version: Version
	readonly apiKey: string
	readonly address: string
	readonly messages
	readonly joins
	readonly #webSocket: WebSocket
	readonly #limits: RealtimeLimits
	#lastHeard = performance.now()
	/** Work on earlier messages, which later ones wait for. */
	#working: Promise<void> | undefined
	#waiting = 0

	constructor({ webSocket, version, apiKey, address, limits }: ConnectionOptions) {
		this.#webSocket = webSocket
		this.version = version
		this.apiKey = apiKey
		this.address = address
		this.#limits = limits
		this.messages = createWindow(limits.messagesPerSecond, 1_000)
		this.joins = createWindow(limits.joinsPerSecond, 1_000)
	}

	get isOpen(): boolean {
		return this.#webSocket.readyState === 1
	}

	heard(): void {
		this.#lastHeard = performance.now()
	}

	/** Says whether the client has been silent for too long: it is gone, or not one of ours. */
	isSilent(now: number): boolean {
		return now - this.#lastHeard > this.#limits.silenceMs
	}

	/** Handles messages one after the other, and the first of them at once. */
	inTurn(work: () => Promise<void> | undefined): void {
		if (this.#working === undefined) {
			const started = work()
			if (started !== undefined) this.#wait(started)
			return
		}
		this.#waiting++
		if (this.#waiting > this.#limits.messagesPerSecond) {
			this.close(1008, 'Too many messages per second')
			return
		}
		this.#wait(
			this.#working.then(async () => {
				this.#waiting--
				if (this.isOpen) await work()
			}),
		)
	}

	#wait(work: Promise<void>): void {
		const settled: Promise<void> = work.finally(() => {
			if (this.#working === settled) this.#working = undefined
		})
		this.#working = settled
	}

	push(message: Omit<Message, 'payload'>, payload: string): void {
		this.send(encode(this.version, message, payload))
	}

	/** Answers a message. */
	reply(
		{ joinRef, ref, topic }: Omit<Message, 'payload' | 'event'>,
		status: 'ok' | 'error',
		response: object = {},
	): void {
		this.push({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response }))
	}

	/** Sends to the client, or drops it if it does not read what it was sent. */
	send(frame: string | Buffer): void {
		if (!this.isOpen) return
		if (this.#webSocket.bufferedAmount > this.#limits.waitingBytes) this.#webSocket.terminate()
		else this.#webSocket.send(frame, { binary: typeof frame !== 'string' })
	}

	close(code: number, reason: string): void {
		this.#webSocket.close(code, reason)
	}

	terminate(): void {
		this.#webSocket.terminate()
	}
}
