import type { Channel } from '#server/apis/realtime/channel.ts'
import type { Connection } from '#server/apis/realtime/connection.ts'
import { type Broadcast, encodeBroadcast, type Version } from '#server/apis/realtime/serializer.ts'

/** Keeps track of the sockets on this server and of their channels. Finds channels by name, user and subscription. */
export class Hub {
	readonly connections = new Set<Connection>()
	/** The channels that subscribe to changes in the database. */
	readonly watching = new Set<Channel>()
	readonly #byTopic = new Map<string, Set<Channel>>()
	readonly #byUser = new Map<string, Set<Channel>>()
	/** The channels of the service role, which receives the changes of every user. */
	readonly #ofService = new Set<Channel>()

	join(channel: Channel): void {
		add(this.#byTopic, channel.key, channel)
		if (channel.bindings.length > 0) this.watching.add(channel)
	}

	/** Assigns the channel to a user, so that `channelsOfUser` finds it even before it has joined. */
	assign(channel: Channel, userId: string | undefined): void {
		if (channel.userId !== undefined) remove(this.#byUser, channel.userId, channel)
		channel.userId = userId
		if (userId !== undefined) add(this.#byUser, userId, channel)
		if (channel.caller.role === 'service') this.#ofService.add(channel)
		else this.#ofService.delete(channel)
	}

	leave(channel: Channel): void {
		remove(this.#byTopic, channel.key, channel)
		this.watching.delete(channel)
		this.#ofService.delete(channel)
		if (channel.userId !== undefined) remove(this.#byUser, channel.userId, channel)
	}

	get channels(): number {
		let count = 0
		for (const channels of this.#byTopic.values()) count += channels.size
		return count
	}

	channelsOf(key: string): ReadonlySet<Channel> {
		return this.#byTopic.get(key) ?? nobody
	}

	channelsOfUser(userId: string): ReadonlySet<Channel> {
		return this.#byUser.get(userId) ?? nobody
	}

	/**
	 * Returns the channels that may receive changes of a user's rows. If `userId` is null, returns those that may receive changes
	 * of rows that belong to no user.
	 */
	watchersOf(userId: string | null): Channel[] {
		if (userId === null) return [...this.watching]
		return [...this.channelsOfUser(userId), ...this.#ofService].filter((channel) =>
			this.watching.has(channel),
		)
	}

	/** Returns every channel that acts for a user. */
	*channelsOfUsers(): Generator<Channel> {
		for (const channels of this.#byUser.values()) yield* channels
	}

	socketsOfUser(userId: string): number {
		return new Set([...this.channelsOfUser(userId)].map(({ connection }) => connection)).size
	}

	/** Delivers a broadcast to everyone in the channel on this server, except to `sender`. */
	broadcast(key: string, name: string, broadcast: Broadcast, sender?: Channel): void {
		const frames = new Map<Version, string | Buffer | undefined>()
		for (const channel of this.channelsOf(key)) {
			if (channel === sender || !channel.isJoined || !channel.mayReceive) continue
			const { version } = channel.connection
			if (!frames.has(version)) frames.set(version, encodeBroadcast(version, `realtime:${name}`, broadcast))
			const frame = frames.get(version)
			if (frame !== undefined) channel.connection.send(frame)
		}
	}
}

const nobody: ReadonlySet<never> = new Set()

function add(index: Map<string, Set<Channel>>, key: string, channel: Channel): void {
	const found = index.get(key)
	if (found === undefined) index.set(key, new Set([channel]))
	else found.add(channel)
}

function remove(index: Map<string, Set<Channel>>, key: string, channel: Channel): void {
	const found = index.get(key)
	found?.delete(channel)
	if (found?.size === 0) index.delete(key)
}
