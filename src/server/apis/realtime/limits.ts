/** What one client may use, and what all clients may use in total. */
export interface RealtimeLimits {
	/** Open sockets of this server. The HTTP server accepts 8,000 connections in all. */
	sockets: number
	/** Open sockets of one address; a wider IPv6 network may have several times as many. A campus shares one address. */
	socketsPerAddress: number
	/** Open sockets of one user on this server: tabs and devices. */
	socketsPerUser: number
	channelsPerSocket: number
	/** Channels on all sockets of one address; several times as many for wider IPv6 networks. Each channel takes memory. */
	channelsPerAddress: number
	/** Private channels that one request may broadcast to. Each needs a transaction. */
	privateChannelsPerRequest: number
	/** Subscriptions to changes in one channel. */
	bindingsPerChannel: number
	/** Characters in all filters of one socket. Each filter is compared with every row that changes. */
	filterCharactersPerSocket: number
	/** Messages that one socket may send in a second. */
	messagesPerSecond: number
	/** Joins and new tokens of one socket in a second. Each queries the database. */
	joinsPerSecond: number
	/** The same for all sockets of one address or, with IPv6, of its /48. */
	joinsPerAddress: number
	/** Deliveries in a second that the messages of one address may cause. */
	deliveriesPerSecond: number
	/** Bytes of one message. */
	messageBytes: number
	/** Bytes of the state that one client announces by presence. */
	presenceBytes: number
	/** Presence messages of one client to one channel in thirty seconds. */
	presencePerHalfMinute: number
	/** Clients of this server that are present in one topic. */
	presentPerTopic: number
	/** Bytes that may wait on one socket: sent and not yet read by the client, or received and not yet handled. */
	waitingBytes: number
	/** Bytes that may wait on all sockets of this server. Beyond that, the slowest clients are dropped. */
	waitingBytesTogether: number
	/** How long a client may be silent, in milliseconds. It sends a heartbeat every 25 seconds. */
	silenceMs: number
}

export const defaultLimits: RealtimeLimits = {
	sockets: 6_000,
	socketsPerAddress: 100,
	socketsPerUser: 20,
	channelsPerSocket: 100,
	channelsPerAddress: 1_000,
	privateChannelsPerRequest: 10,
	bindingsPerChannel: 20,
	filterCharactersPerSocket: 10_000,
	messagesPerSecond: 100,
	joinsPerSecond: 20,
	joinsPerAddress: 200,
	deliveriesPerSecond: 5_000,
	messageBytes: 64 * 1024,
	presenceBytes: 4 * 1024,
	presencePerHalfMinute: 5,
	presentPerTopic: 500,
	waitingBytes: 1024 * 1024,
	waitingBytesTogether: 64 * 1024 * 1024,
	silenceMs: 60_000,
}

/** Limits points per time window of a fixed length. `take` adds points and reports whether the total is within the limit. */
export function createWindow(points: number, ms: number) {
	let begun = 0
	let used = 0
	return {
		take: (count = 1): boolean => {
			const now = performance.now()
			if (now - begun >= ms) {
				begun = now
				used = 0
			}
			used += count
			return used <= points
		},
	}
}

export type Window = ReturnType<typeof createWindow>
