import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Bus } from '#server/apis/realtime/bus.ts'
import type { Channel } from '#server/apis/realtime/channel.ts'
import type { Hub } from '#server/apis/realtime/hub.ts'

/** One client that is present, under its key. */
interface Present {
	key: string
	/** Its state, as JSON. */
	meta: string
}

type PresentChannel = Pick<Channel, 'key' | 'presence'>
type Topics = Map<string, Map<string, Present>>

const came = z.object({
	k: z.literal('came'),
	topic: z.string(),
	ref: z.string(),
	key: z.string(),
	meta: z.string(),
})
const messages = z.discriminatedUnion('k', [
	came,
	z.object({ k: z.literal('left'), topic: z.string(), ref: z.string() }),
	z.object({ k: z.literal('everyone'), all: z.array(came.omit({ k: true })) }),
	z.object({ k: z.literal('who') }),
	z.object({ k: z.literal('alive') }),
	z.object({ k: z.literal('gone') }),
])

const beatEveryMs = 5_000
const silentMs = 15_000

export type Presence = ReturnType<typeof createPresence>

/**
 * Keeps track of who is present in which channel, on this server and the others. Each server tells the others who joins and
 * leaves. A server that starts asks the others for everyone. If nothing is heard from a server for fifteen seconds, its clients
 * count as gone.
 */
export function createPresence({ hub, bus, mostPerTopic }: { hub: Hub; bus: Bus; mostPerTopic: number }) {
	const servers = new Map<string, { topics: Topics; heard: number }>([
		[bus.server, { topics: new Map(), heard: Number.POSITIVE_INFINITY }],
	])
	let beaten = 0
	let hasLeft = false

	function topicsOf(server: string): Topics {
		const known = servers.get(server)
		if (known !== undefined) {
			if (server !== bus.server) known.heard = performance.now()
			return known.topics
		}
		const topics: Topics = new Map()
		servers.set(server, { topics, heard: performance.now() })
		return topics
	}

	function put(
		server: string,
		topic: string,
		ref: string,
		present: Present | undefined,
	): Present | undefined {
		const topics = topicsOf(server)
		const before = topics.get(topic)?.get(ref)
		if (present === undefined) {
			topics.get(topic)?.delete(ref)
			if (topics.get(topic)?.size === 0) topics.delete(topic)
		} else {
			const inTopic = topics.get(topic) ?? new Map<string, Present>()
			topics.set(topic, inTopic.set(ref, present))
		}
		return before
	}

	/** Tells the clients on this server who has joined a channel and who has left it. */
	function announce(
		topic: string,
		joins: readonly [string, Present][],
		leaves: readonly [string, Present][],
	): void {
		if (joins.length + leaves.length === 0) return
		const payload = `{"joins":${stateOf(joins)},"leaves":${stateOf(leaves)}}`
		for (const channel of hub.channelsOf(topic))
			if (channel.isJoined && channel.presence.isShown && channel.maySeePresence)
				channel.push('presence_diff', payload)
	}

	function forget(server: string): void {
		const topics = servers.get(server)?.topics
		servers.delete(server)
		for (const [topic, inTopic] of topics ?? []) announce(topic, [], [...inTopic])
	}

	function tellAll(): void {
		if (!hasLeft) bus.publish({ k: 'everyone', all: listOf(topicsOf(bus.server)) })
	}

	return {
		/** Returns everyone who is present in a channel, in the format of the official client. */
		state: (topic: string): string =>
			stateOf([...servers.values()].flatMap(({ topics }) => [...(topics.get(topic) ?? [])])),

		/** Counts the clients that are present in a channel. */
		count: (topic: string): number => {
			let count = 0
			for (const { topics } of servers.values()) count += topics.get(topic)?.size ?? 0
			return count
		},

		/** Makes the channel's client present, or updates its state. Returns false if too many clients are present. */
		track: (channel: PresentChannel, meta: string): boolean => {
			const { key: topic, presence } = channel
			const own = topicsOf(bus.server).get(topic)
			const before = presence.ref === undefined ? undefined : own?.get(presence.ref)
			if (before?.meta === meta) return true
			if (before === undefined && (own?.size ?? 0) >= mostPerTopic) return false
			const left: [string, Present][] = []
			if (presence.ref !== undefined && before !== undefined) {
				put(bus.server, topic, presence.ref, undefined)
				bus.publish({ k: 'left', topic, ref: presence.ref })
				left.push([presence.ref, before])
			}
			const ref = randomBytes(9).toString('base64url')
			const present = { key: presence.key, meta }
			presence.ref = ref
			put(bus.server, topic, ref, present)
			bus.publish({ k: 'came', topic, ref, ...present })
			announce(topic, [[ref, present]], left)
			return true
		},

		untrack: (channel: PresentChannel): void => {
			const { key: topic, presence } = channel
			if (presence.ref === undefined) return
			const { ref } = presence
			delete presence.ref
			const before = put(bus.server, topic, ref, undefined)
			if (before === undefined) return
			bus.publish({ k: 'left', topic, ref })
			announce(topic, [], [[ref, before]])
		},

		/** Receives a message from another server. Returns false if it is not about presence. */
		receive: (server: string, message: unknown): boolean => {
			const parsed = messages.safeParse(message)
			if (!parsed.success) return false
			const { data } = parsed
			// A server that was silent for too long is back, so this server asks who is present there.
			if (data.k === 'alive' && !servers.has(server)) bus.publish({ k: 'who' })
			const topics = topicsOf(server)
			if (data.k === 'gone') forget(server)
			else if (data.k === 'who') tellAll()
			else if (data.k === 'came') {
				const before = put(server, data.topic, data.ref, data)
				if (before === undefined) announce(data.topic, [[data.ref, data]], [])
			} else if (data.k === 'left') {
				const before = put(server, data.topic, data.ref, undefined)
				if (before !== undefined) announce(data.topic, [], [[data.ref, before]])
			} else if (data.k === 'everyone') {
				const refs = new Set(data.all.map(({ ref }) => ref))
				for (const { topic, ref, meta: _, ...present } of listOf(topics))
					if (!refs.has(ref))
						announce(topic, [], [[ref, put(server, topic, ref, undefined) ?? { ...present, meta: '{}' }]])
				for (const { topic, ref, key, meta } of data.all)
					if (put(server, topic, ref, { key, meta }) === undefined)
						announce(topic, [[ref, { key, meta }]], [])
			}
			return true
		},

		/**
		 * Asks the other servers who is present there, and tells them who is present here: at the start, and when messages may have
		 * been lost.
		 */
		ask: (): void => {
			bus.publish({ k: 'who' })
			tellAll()
		},

		/** Tells the other servers who is present here. Called after messages to them may have been lost. */
		tell: tellAll,

		/** Sends the other servers a heartbeat when one is due, and forgets the servers that have sent none. */
		sweep: (now: number): void => {
			if (!hasLeft && topicsOf(bus.server).size > 0 && now - beaten > beatEveryMs) {
				beaten = now
				bus.publish({ k: 'alive' })
			}
			for (const [server, { heard }] of servers) if (now - heard > silentMs) forget(server)
		},

		/** Tells the other servers that all clients of this server are leaving. */
		leave: (): void => {
			hasLeft = true
			if (topicsOf(bus.server).size > 0) bus.publish({ k: 'gone' })
		},
	}
}

function listOf(topics: Topics) {
	return [...topics].flatMap(([topic, inTopic]) =>
		[...inTopic].map(([ref, present]) => ({ topic, ref, ...present })),
	)
}

/** Groups clients by key, as `{ key: { metas: [{ phx_ref, … }] } }`. */
function stateOf(present: readonly [string, Present][]): string {
	const byKey = new Map<string, string[]>()
	for (const [ref, { key, meta }] of present) {
		// Adds our field last. If two fields have the same name, the last one counts, so the client's state cannot set this
		// field.
		const withRef = `${meta === '{}' ? '{' : `${meta.slice(0, -1)},`}"phx_ref":${JSON.stringify(ref)}}`
		byKey.set(key, [...(byKey.get(key) ?? []), withRef])
	}
	const entries = [...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.join(',')}]}`)
	return `{${entries.join(',')}}`
}
