import type { Binding } from '#server/apis/realtime/bindings.ts'
import type { Connection } from '#server/apis/realtime/connection.ts'
import type { ChannelError } from '#server/apis/realtime/errors.ts'
import type { Window } from '#server/apis/realtime/limits.ts'
import type { Caller } from '#server/platform/db/transaction.ts'

interface ChannelOptions {
	connection: Connection
	/** The client's name for the channel: `realtime:` followed by the name. */
	topic: string
	joinRef: string | null
	isPrivate: boolean
	acknowledges: boolean
	hearsItself: boolean
	presence: { key: string; isShown: boolean; window: Window }
	bindings: readonly Binding[]
	/** Whether the topic itself names the table, as in version 1 of the official client. Changes then have events of their own. */
	namesTable: boolean
	caller: Caller
	/** Called after the channel has been removed from the server. */
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
	readonly namesTable: boolean
	readonly presence: { readonly key: string; isShown: boolean; ref?: string; readonly window: Window }
	bindings: readonly Binding[]
	caller: Caller
	/** The user that the channel acts for, if any. Set by `Hub.assign`. */
	userId: string | undefined
	/** The id of the newest change that need not be sent, because the client has received it or subscribed after it. */
	since = Number.POSITIVE_INFINITY
	/** Set once the client has been told that it has joined. */
	isJoined = false
	isClosed = false
	closedBecause: ChannelError | undefined
	mayReceive = true
	maySeePresence = true
	/** Undefined until the client first sends something. The database is asked then. */
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
		this.namesTable = options.namesTable
		this.caller = options.caller
	}

	push(event: string, payload: string): void {
		this.connection.push({ joinRef: null, ref: null, topic: this.topic, event }, payload)
	}

	/** Tells the client whether the channel, or its subscription to changes, works. */
	pushSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
		this.push('system', JSON.stringify({ extension, status, message, channel: this.name }))
	}

	/** Tells the client that the channel has ended, and why. The official client does not join it again by itself. */
	pushEnd({ message }: ChannelError): void {
		this.pushSystem('system', 'error', message)
		this.pushClose()
	}

	pushClose(): void {
		const { topic, joinRef } = this
		this.connection.push({ joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}')
	}

	/** Makes the client join again, and then fetch what it may have missed. */
	pushInterruption(message: string): void {
		const { topic, joinRef } = this
		this.pushSystem('postgres_changes', 'error', message)
		this.connection.push({ joinRef, ref: joinRef, topic, event: 'phx_error' }, '{}')
	}
}

/** Returns the key of a channel. A private channel and a public one with the same name are different channels. */
export function topicKey(name: string, isPrivate: boolean): string {
	return `${isPrivate ? 'private' : 'public'}:${name}`
}
