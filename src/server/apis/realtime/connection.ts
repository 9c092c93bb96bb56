import type { WebSocket } from 'ws'
import { createWindow, type RealtimeLimits } from '#server/apis/realtime/limits.ts'
import { encode, type Message, type Version } from '#server/apis/realtime/serializer.ts'
import type { Drop, SocketCounts } from '#server/apis/realtime/socket-counts.ts'
import type { WaitingBytes } from '#server/apis/realtime/waiting-bytes.ts'

interface ConnectionOptions {
	webSocket: WebSocket
	version: Version
	/** The key with which the socket was opened, for channels without a token of their own. */
	apiKey: string
	/** The client's network address. The limits count by this address. */
	address: string
	limits: RealtimeLimits
	waiting: WaitingBytes
	counts: SocketCounts
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
	readonly #waiting: WaitingBytes
	readonly #counts: SocketCounts
	#lastHeard = performance.now()
	/** Resolves when the earlier messages have been handled. Later messages wait for this. */
	#working: Promise<void> | undefined
	/** How many messages are waiting for their turn, and how many bytes they have in total. */
	#queued = { messages: 0, bytes: 0 }

	constructor({ webSocket, version, apiKey, address, limits, waiting, counts }: ConnectionOptions) {
		this.#webSocket = webSocket
		this.version = version
		this.apiKey = apiKey
		this.address = address
		this.#limits = limits
		this.#waiting = waiting
		this.#counts = counts
		this.messages = createWindow(limits.messagesPerSecond, 1_000)
		this.joins = createWindow(limits.joinsPerSecond, 1_000)
	}

	get isOpen(): boolean {
		return this.#webSocket.readyState === 1
	}

	/** The bytes that wait: sent and not yet read by the client, or received and not yet handled. */
	get waitingBytes(): number {
		return this.#webSocket.bufferedAmount + this.#queued.bytes
	}

	/** Whether a message would have to wait for its turn. */
	get isBusy(): boolean {
		return this.#working !== undefined
	}

	heard(): void {
		this.#lastHeard = performance.now()
	}

	/** Reports whether the client has been silent for too long. It has gone, or it sends no heartbeats. */
	isSilent(now: number): boolean {
		return now - this.#lastHeard > this.#limits.silenceMs
	}

	/** Handles a message of this many bytes after the earlier ones. If none are waiting, handles it immediately. */
	inTurn(bytes: number, work: () => Promise<void> | undefined): void {
		if (this.#working === undefined) {
			const started = work()
			if (started !== undefined) this.#wait(started)
			return
		}
		const queued = this.#queued
		queued.messages++
		queued.bytes += bytes
		if (queued.messages > this.#limits.messagesPerSecond || queued.bytes > this.#limits.waitingBytes) {
			this.dropBusy()
			return
		}
		this.#wait(
			this.#working.then(async () => {
				queued.messages--
				queued.bytes -= bytes
				if (this.isOpen) await work()
			}),
		)
		this.#waiting.count(this)
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

	/** Sends a frame to the client. Drops a client that does not read what it is sent. */
	send(frame: string | Buffer): void {
		if (!this.isOpen) return
		if (this.waitingBytes > this.#limits.waitingBytes) {
			this.drop('slow')
			return
		}
		this.#counts.sent++
		this.#webSocket.send(frame, { binary: typeof frame !== 'string' })
		this.#waiting.count(this)
	}

	/** Closes the socket of a client that sends too much. */
	dropBusy(): void {
		this.#countDrop('rate')
		this.close(1008, 'Too many messages per second')
	}

	/** Closes the socket of a client that sends anything but messages. */
	dropMalformed(): void {
		this.#countDrop('malformed')
		this.close(1003, 'not a message')
	}

	/** Ends the socket at once. Gives no reason, because the client would not read it. */
	drop(why: 'slow' | 'slowest' | 'silent'): void {
		this.#countDrop(why)
		this.terminate()
	}

	#countDrop(why: Drop): void {
		if (this.isOpen) this.#counts.dropped[why]++
	}

	close(code: number, reason: string): void {
		this.#webSocket.close(code, reason)
	}

	terminate(): void {
		this.#webSocket.terminate()
	}
}
