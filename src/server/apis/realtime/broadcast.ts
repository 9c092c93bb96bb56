import { z } from 'zod'
import { type Channel, topicKey } from '#server/apis/realtime/channel.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { maySend } from '#server/apis/realtime/private-channels.ts'
import type { Broadcast } from '#server/apis/realtime/serializer.ts'

/** The message that carries a broadcast to another server. */
const busBroadcast = z.object({
	k: z.literal('broadcast'),
	name: z.string(),
	isPrivate: z.boolean(),
	event: z.string(),
	whole: z.string().optional(),
	text: z.string().optional(),
	bytes: z.string().optional(),
})

type Context = Pick<RealtimeContext, 'hub' | 'bus' | 'deliveryAllowance' | 'database'>

interface Addressed {
	name: string
	isPrivate: boolean
	/** The network address of the sender. The limits count by this address. */
	address: string
	broadcast: Broadcast
	/** The channel that sent the broadcast, if it must not receive its own message. */
	sender?: Channel
}

/**
 * Delivers a broadcast to everyone in the channel, on this server and others. Returns false if the sender has reached its
 * limit.
 */
export function deliverBroadcast(
	{ hub, bus, deliveryAllowance }: Omit<Context, 'database'>,
	{ name, isPrivate, address, broadcast, sender }: Addressed,
): boolean {
	const key = topicKey(name, isPrivate)
	if (!deliveryAllowance.take(address, hub.channelsOf(key).size + 1)) return false
	hub.broadcast(key, name, broadcast, sender)
	const { event, payload, whole } = broadcast
	const content =
		payload.kind === 'json' ? { text: payload.text } : { bytes: payload.bytes.toString('base64') }
	bus.publish({ k: 'broadcast', name, isPrivate, event, ...(whole === undefined ? content : { whole }) })
	return true
}

/** Delivers a broadcast that came from another server. Returns false if the message is not a broadcast. */
export function receiveBroadcast({ hub }: Pick<Context, 'hub'>, message: unknown): boolean {
	const parsed = busBroadcast.safeParse(message)
	if (!parsed.success) return false
	const { name, isPrivate, event, whole, text = 'null', bytes } = parsed.data
	hub.broadcast(topicKey(name, isPrivate), name, {
		event,
		payload:
			bytes === undefined ? { kind: 'json', text } : { kind: 'bytes', bytes: Buffer.from(bytes, 'base64') },
		...(whole === undefined ? {} : { whole }),
	})
	return true
}

/** Asks the database whether the channel's client may broadcast, and remembers the answer in the channel. */
export async function requireSender(context: Pick<Context, 'database'>, channel: Channel): Promise<boolean> {
	const { caller, name } = channel
	const allowed = await maySend(context.database, caller, name, 'broadcast')
	// If a new token has arrived in the meantime, the next message has to ask again.
	if (channel.caller === caller) channel.maySend = allowed
	return allowed
}
