import { z } from 'zod'
import { deliverBroadcast, requireSender } from '#server/apis/realtime/broadcast.ts'
import type { Channel } from '#server/apis/realtime/channel.ts'
import { checkToken } from '#server/apis/realtime/check-token.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import {
	mayNoLongerRead,
	tooManyMessages,
	tooManyPresenceMessages,
	trackTooLarge,
} from '#server/apis/realtime/errors.ts'
import { admit, asChannelError, mayJoin, tokenOf } from '#server/apis/realtime/join-channel.ts'
import { maySend } from '#server/apis/realtime/private-channels.ts'
import type { Broadcast, Message } from '#server/apis/realtime/serializer.ts'
import { closeChannel } from '#server/apis/realtime/sessions.ts'

type Received = Omit<Message, 'payload'>

/** Delivers a client's broadcast. Returns a promise only if the database must be asked first. */
export function handleBroadcast(
	context: RealtimeContext,
	channel: Channel,
	message: Received,
	broadcast: Broadcast,
): Promise<void> | undefined {
	if (channel.isPrivate && channel.maySend === undefined)
		return requireSender(context, channel).then(() => send(context, channel, message, broadcast))
	send(context, channel, message, broadcast)
	return undefined
}

function send(context: RealtimeContext, channel: Channel, message: Received, broadcast: Broadcast): void {
	if (channel.isClosed || (channel.isPrivate && channel.maySend !== true)) return
	const { name, isPrivate, connection } = channel
	const isAllowed = deliverBroadcast(context, {
		name,
		isPrivate,
		address: connection.address,
		broadcast,
		...(channel.hearsItself ? {} : { sender: channel }),
	})
	if (!isAllowed) closeChannel(context, channel, tooManyMessages())
	else if (channel.acknowledges) connection.reply(message, 'ok')
}

const textBroadcast = z.looseObject({ event: z.string(), payload: z.unknown().optional() })

/** Reads a broadcast that was sent as text. The receivers get its whole payload unchanged. */
export function readBroadcast(payload: unknown): Broadcast | undefined {
	const parsed = textBroadcast.safeParse(payload)
	if (!parsed.success) return undefined
	const { event, payload: content = null } = parsed.data
	return { event, payload: { kind: 'json', text: JSON.stringify(content) }, whole: JSON.stringify(payload) }
}

const presenceMessage = z.looseObject({ event: z.string(), payload: z.unknown().optional() })

/** Adds a client to the presence of its channel, updates its state or removes it. */
export async function handlePresence(
	context: RealtimeContext,
	channel: Channel,
	message: Message,
): Promise<void> {
	const { connection, presence } = channel
	const { limits } = context
	const parsed = presenceMessage.safeParse(message.payload)
	if (!parsed.success) return connection.reply(message, 'ok')
	if (!presence.window.take()) return closeChannel(context, channel, tooManyPresenceMessages())
	const event = parsed.data.event.toLowerCase()
	if (event === 'untrack') {
		context.presence.untrack(channel)
		return connection.reply(message, 'ok')
	}
	if (event !== 'track') return connection.reply(message, 'error')
	const { payload = {} } = parsed.data
	if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
		return connection.reply(message, 'error', { reason: 'Presence track payload must be a map' })
	const meta = JSON.stringify(payload)
	if (Buffer.byteLength(meta) > limits.presenceBytes) return closeChannel(context, channel, trackTooLarge())
	if (channel.isPrivate && channel.mayTrack === undefined) {
		const { caller, name } = channel
		const allowed = await maySend(context.database, caller, name, 'presence')
		if (channel.caller === caller) channel.mayTrack = allowed
	}
	if (channel.isClosed) return
	// Counts two deliveries to everyone in the channel: one now, and one when this client leaves.
	if (!context.deliveryAllowance.take(connection.address, 2 * context.hub.channelsOf(channel.key).size + 1))
		return closeChannel(context, channel, tooManyMessages())
	const isTracked = (!channel.isPrivate || channel.mayTrack === true) && context.presence.track(channel, meta)
	connection.reply(message, isTracked ? 'ok' : 'error')
}

const tokenMessage = z.looseObject({ access_token: z.string().nullable() })

/** Applies a new token to a channel. The channel goes on as the token's user, or ends. */
export async function handleToken(
	context: RealtimeContext,
	channel: Channel,
	payload: unknown,
): Promise<void> {
	const token = tokenOf(tokenMessage.safeParse(payload).data?.access_token)
	if (token === undefined) return
	try {
		if (!mayJoin(context, channel.connection)) throw tooManyMessages()
		const caller = await checkToken(context, channel.connection.apiKey, token)
		// A channel that was closed in the meantime must not be added to the hub again.
		if (channel.isClosed || JSON.stringify(caller) === JSON.stringify(channel.caller)) return
		const { mayReceive, maySeePresence, name } = channel
		channel.caller = caller
		channel.maySend = undefined
		channel.mayTrack = undefined
		await admit(context, channel)
		if ((mayReceive && !channel.mayReceive) || (maySeePresence && !channel.maySeePresence))
			throw mayNoLongerRead(name)
	} catch (error) {
		closeChannel(context, channel, asChannelError(error))
	}
}
