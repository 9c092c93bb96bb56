import type { RawData, WebSocket } from 'ws'
import type { Channel } from '#server/apis/realtime/channel.ts'
import {
	handleBroadcast,
	handlePresence,
	handleToken,
	readBroadcast,
} from '#server/apis/realtime/channel-messages.ts'
import { Connection } from '#server/apis/realtime/connection.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { tooManyMessages } from '#server/apis/realtime/errors.ts'
import { joinChannel } from '#server/apis/realtime/join-channel.ts'
import {
	type Broadcast,
	decodeBytes,
	decodeText,
	isName,
	type Message,
	type Version,
} from '#server/apis/realtime/serializer.ts'
import { closeChannel, leaveChannel } from '#server/apis/realtime/sessions.ts'

interface SocketOptions {
	webSocket: WebSocket
	version: Version
	apiKey: string
	address: string
	/** Called once the socket is closed. */
	onClose: () => void
}

type Received = Message & { broadcast?: Broadcast }

/** Serves one socket until it closes. */
export function openSocket(
	context: RealtimeContext,
	{ webSocket, onClose, ...options }: SocketOptions,
): void {
	const { hub, limits, log, waiting, counts } = context
	const connection = new Connection({ webSocket, limits, waiting, counts, ...options })
	const channels = new Map<string, Channel>()
	hub.connections.add(connection)
	webSocket.binaryType = 'nodebuffer'
	// Happens if a frame is too long or not allowed. The library closes the socket itself.
	webSocket.on('error', () => counts.dropped.malformed++)
	webSocket.on('close', () => {
		hub.connections.delete(connection)
		waiting.forget(connection)
		for (const channel of channels.values()) if (!channel.isClosed) leaveChannel(context, channel)
		onClose()
	})
	webSocket.on('message', (data, isBinary) => {
		connection.heard()
		counts.received++
		if (!connection.messages.take()) {
			for (const channel of channels.values()) closeChannel(context, channel, tooManyMessages())
			return connection.dropBusy()
		}
		const message = read(connection.version, data, isBinary)
		// No client of this protocol sends such a frame.
		if (message === undefined || !Buffer.isBuffer(data)) return connection.dropMalformed()
		if (message.event === 'heartbeat' && message.topic === 'phoenix') return connection.reply(message, 'ok')
		if (connection.isBusy) connection.inTurn(data.length, () => readAndHandle(data, isBinary))
		else connection.inTurn(data.length, () => attempt(message))
	})

	/**
	 * Reads a waiting message again when its turn has come. Until then only its bytes are kept, because the parsed object takes
	 * up to thirteen times as much memory.
	 */
	function readAndHandle(data: Buffer, isBinary: boolean): Promise<void> | undefined {
		const message = read(connection.version, data, isBinary)
		return message && attempt(message)
	}

	function attempt(message: Received): Promise<void> | undefined {
		return handle(message)?.catch((error: unknown) => log.error({ err: error }, 'a realtime message failed'))
	}

	/** Returns the channel that a message is for. If the message has a join reference, it must be that of the channel. */
	function channelOf({ topic, joinRef }: Message): Channel | undefined {
		const channel = channels.get(topic)
		if (channel?.isClosed) {
			channels.delete(topic)
			return undefined
		}
		return joinRef === null || channel?.joinRef === joinRef ? channel : undefined
	}

	function handle(message: Received): Promise<void> | undefined {
		if (message.event === 'phx_join') return join(message)
		const channel = channelOf(message)
		if (channel === undefined) {
			connection.reply(message, 'error', { reason: 'unmatched topic' })
			return undefined
		}
		switch (message.event) {
			case 'phx_leave':
				leaveChannel(context, channel)
				channels.delete(message.topic)
				connection.reply(message, 'ok')
				channel.pushClose()
				return undefined
			case 'access_token':
				return handleToken(context, channel, message.payload)
			case 'presence':
				return handlePresence(context, channel, message)
			case 'broadcast': {
				const broadcast = message.broadcast ?? readBroadcast(message.payload)
				return broadcast && handleBroadcast(context, channel, message, broadcast)
			}
			default:
				return undefined
		}
	}

	async function join(message: Message): Promise<void> {
		const { topic } = message
		if (!topic.startsWith('realtime:') || !isName(topic))
			return connection.reply(message, 'error', { reason: 'unmatched topic' })
		const before = channels.get(topic)
		if (before !== undefined) {
			channels.delete(topic)
			if (!before.isClosed) {
				leaveChannel(context, before)
				before.pushClose()
			}
		}
		for (const [name, { isClosed }] of channels) if (isClosed) channels.delete(name)
		if (channels.size >= limits.channelsPerSocket)
			return connection.reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
		const channel = await joinChannel(context, connection, message, channels.values())
		if (channel === undefined) return
		// The socket may have closed meanwhile.
		if (connection.isOpen) channels.set(topic, channel)
		else leaveChannel(context, channel)
	}
}

function read(version: Version, data: RawData, isBinary: boolean): Received | undefined {
	if (!Buffer.isBuffer(data)) return undefined
	if (!isBinary) return decodeText(version, data.toString('utf8'))
	const message = version === '2.0.0' ? decodeBytes(data) : undefined
	return message && { ...message, payload: null }
}
