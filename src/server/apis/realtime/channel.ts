import type { Binding } from '#server/apis/realtime/bindings.ts'
import type { ChannelError } from '#server/apis/realtime/channel-error.ts'
import type { Connection } from '#server/apis/realtime/connection.ts'
import type { Window } from '#server/apis/realtime/limits.ts'
import type { Caller } from '#server/platform/db/transaction.ts'

interface ChannelOptions {
	connection: Connection
	/** As the client names it: `realtime:` and the channel's name. */
	topic: string
	joinRef: string | null
	isPrivate: boolean
	acknowledges: boolean
	hearsItself: boolean
	presence: { key: string; isShown: boolean; window: Window }
	bindings: readonly Binding[]
	caller: Caller
	/** Called once it is off the server. */
	onLeave: () => void
}

/** One channel that one socket has joined. */
export class Channel {
	readonly connection: Connection
	readonly topic: string
	readonly name: string
	readonly key: string
	readonly joinRef: string | null
	readonly isPrivate: boolean
	readonly acknowledges: boolean
	readonly hearsItself: boolean
	readonly onLeave: () => void
	readonly presence: { readonly key: string; isShown: boolean; ref?: string; readonly window: Window }
	bindings: readonly Binding[]
	caller: Caller
	/** Kept by the hub. */
	userId: string | undefined
	/** The last change that the client has been sent or that is older than the subscription, before which it has read the rows. */
	since = Number.POSITIVE_INFINITY
	/** Set once the client knows that it has joined. */
	isJoined = false
	isClosed = false
	closedBecause: ChannelError | undefined
	mayReceive = true
	maySeePresence = true
	/** Undefined until the client first sends something. */
	maySend: boolean | undefined
	mayTrack: boolean | undefined

	constructor(options: ChannelOptions) {
		this.connection = options.connection
		this.topic = options.topic
		this.name = options.topic.slice('realtime:'.length)
		this.key = topicKey(this.name, options.isPrivate)
		this.joinRef = options.joinRef
		this.isPrivate = options.isPrivate
		this.acknowledges = options.acknowledges
		this.hearsItself = options.hearsItself
		this.onLeave = options.onLeave
		this.presence = options.presence
		this.bindings = options.bindings
		this.caller = options.caller
	}

	push(event: string, payload: string): void {
		this.connection.push({ joinRef: null, ref: null, topic: this.topic, event }, payload)
	}

	/** Tells the client how a part of the channel fares. */
	pushSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
		this.push('system', JSON.stringify({ extension, status, message, channel: this.name }))
	}

	/** Tells the client that the channel is over, and why. The official client does not join it again by itself. */
	pushEnd({ message }: ChannelError): void {
		this.pushSystem('system', 'error', message)
		this.pushClose()
	}

	pushClose(): void {
		const { topic, joinRef } = this
		this.connection.push({ joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}')
	}

	/** Makes the client join again, and ask again for what it may have missed. */
	pushInterruption(message: string): void {
		const { topic, joinRef } = this
		this.pushSystem('postgres_changes', 'error', message)
		this.connection.push({ joinRef, ref: joinRef, topic, event: 'phx_error' }, '{}')
	}
}

/** Names a channel among all: a private one has nothing to do with a public one of the same name. */
export function topicKey(name: string, isPrivate: boolean): string {
	return `${isPrivate ? 'private' : 'public'}:${name}`
}
