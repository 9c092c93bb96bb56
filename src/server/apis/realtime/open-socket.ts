import type { RawData, WebSocket } from 'ws'
import type { Channel } from '#server/apis/realtime/channel.ts'
import {
	handleBroadcast,
	handlePresence,
	handleToken,
	readBroadcast,
	tooManyMessages,
} from '#server/apis/realtime/channel-messages.ts'
import { Connection } from '#server/apis/realtime/connection.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { joinChannel } from '#server/apis/realtime/join-channel.ts'
import {
	type Broadcast,
	decodeBytes,
	decodeText,
	longestName,
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

/** Serves one socket until it closes. */
export function openSocket(
	context: RealtimeContext,
	{ webSocket, onClose, ...options }: SocketOptions,
): void {
	const { hub, limits, log } = context
	const connection = new Connection({ webSocket, limits, ...options })
	const channels = new Map<string, Channel>()
	hub.connections.add(connection)
	webSocket.binaryType = 'nodebuffer'
	webSocket.on('error', () => {})
	webSocket.on('close', () => {
		hub.connections.delete(connection)
		for (const channel of channels.values()) if (!channel.isClosed) leaveChannel(context, channel)
		onClose()
	})
	webSocket.on('message', (data, isBinary) => {
		connection.heard()
		if (!connection.messages.take()) {
			for (const channel of channels.values()) closeChannel(context, channel, tooManyMessages())
			return connection.close(1008, 'Too many messages per second')
		}
		const message = read(connection.version, data, isBinary)
		// Not what any client sends.
		if (message === undefined) return connection.close(1003, 'not a message')
		if (message.event === 'heartbeat' && message.topic === 'phoenix') return connection.reply(message, 'ok')
		connection.inTurn(() =>
			handle(message)?.catch((error: unknown) => log.error({ err: error }, 'a realtime message failed')),
		)
	})

	/** Returns the channel that a message is for: one of that topic, and of that join. */
	function channelOf({ topic, joinRef }: Message): Channel | undefined {
		const channel = channels.get(topic)
		if (channel?.isClosed) {
			channels.delete(topic)
			return undefined
		}
		return joinRef === null || channel?.joinRef === joinRef ? channel : undefined
	}

	function handle(message: Message & { broadcast?: Broadcast }): Promise<void> | undefined {
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
		const isName = topic.startsWith('realtime:') && Buffer.byteLength(topic) <= longestName
		if (!isName) return connection.reply(message, 'error', { reason: 'unmatched topic' })
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

function read(
	version: Version,
	data: RawData,
	isBinary: boolean,
): (Message & { broadcast?: Broadcast }) | undefined {
	if (!Buffer.isBuffer(data)) return undefined
	if (!isBinary) return decodeText(version, data.toString('utf8'))
	const message = version === '2.0.0' ? decodeBytes(data) : undefined
	return message && { ...message, payload: null }
}
