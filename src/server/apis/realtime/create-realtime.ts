import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import { createAddressAllowance } from '#server/apis/realtime/address-allowance.ts'
import { receiveBroadcast } from '#server/apis/realtime/broadcast.ts'
import { createBus } from '#server/apis/realtime/bus.ts'
import { createChangeFeed } from '#server/apis/realtime/change-feed.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { deliverChanges } from '#server/apis/realtime/deliver-changes.ts'
import { Hub } from '#server/apis/realtime/hub.ts'
import { defaultLimits, type RealtimeLimits } from '#server/apis/realtime/limits.ts'
import { createPresence } from '#server/apis/realtime/presence.ts'
import { createRealtimeRoutes } from '#server/apis/realtime/routes.ts'
import { checkSessions, endExpired, leaveChannel } from '#server/apis/realtime/sessions.ts'
import { createSocketCounts } from '#server/apis/realtime/socket-counts.ts'
import { takeUpgrades } from '#server/apis/realtime/take-upgrades.ts'
import { createWaitingBytes } from '#server/apis/realtime/waiting-bytes.ts'
import { createConnectionCount } from '#server/platform/http/connection-limits.ts'
import type { Env } from '#server/platform/http/handle.ts'
import type { Upgrades } from '#server/platform/http/http-server.ts'
import type { SocketReadings } from '#server/platform/metrics/metrics.ts'

interface RealtimeOptions
	extends Pick<
		RealtimeContext,
		'database' | 'authenticate' | 'accessTokens' | 'siteUrl' | 'clock' | 'stopping' | 'log'
	> {
	/** The jobs login, for the connection that listens for notifications. */
	listenUrl: string
	trustedProxies: readonly string[]
	/** Multiplies the limits for one address. */
	scale: number
	limits?: Partial<RealtimeLimits>
}

export interface Realtime {
	routes: Hono<Env>
	upgrades: Upgrades
	/** Returns figures about the sockets, for the metrics. */
	readSockets(): SocketReadings
	close(): Promise<void>
}

const sweepMs = 1_000
/** How often all sessions are checked, in addition to those that PostgreSQL reports. */
const checkSessionsMs = 30_000
/**
 * How long a stopping server takes to close its sockets. If it closed all of them at once, all clients would reconnect at once.
 */
const drainMs = 2_000

/** Creates the Realtime API. It connects to the database when the first channel is joined. */
export function createRealtime({ listenUrl, trustedProxies, scale, ...options }: RealtimeOptions): Realtime {
	const { database, log, stopping } = options
	const limits = { ...defaultLimits, ...options.limits }
	const hub = new Hub()
	let hasLost = false
	const bus = createBus({
		database,
		onMessages: (server, messages) => {
			for (const message of messages)
				if (!presence.receive(server, message)) receiveBroadcast({ hub }, message)
		},
		onLost: () => {
			hasLost = true
		},
		log,
	})
	const presence = createPresence({ hub, bus, mostPerTopic: limits.presentPerTopic })
	const feed = createChangeFeed({
		database,
		connectionString: listenUrl,
		onChanges: (changes) => deliverChanges({ database, hub, presence }, changes),
		onGap: () => {
			for (const channel of hub.watching) {
				leaveChannel({ hub, presence }, channel)
				channel.pushInterruption('Changes may have been missed')
			}
		},
		isNeeded: () => hub.watching.size > 0,
		onSessions: (userId) => void check(userId),
		onBus: (payload) => bus.receive(payload),
		onConnect: () => presence.ask(),
		log,
	})
	const deliveryAllowance = createAddressAllowance(limits.deliveriesPerSecond * scale)
	const joinAllowance = createAddressAllowance(limits.joinsPerAddress * scale)
	const waiting = createWaitingBytes({
		most: limits.waitingBytesTogether,
		onDrop: (clients) =>
			log.warn({ clients }, 'dropped the slowest realtime clients: too much was waiting to be sent'),
	})
	const channelCount = createConnectionCount(limits.channelsPerAddress * scale)
	const counts = createSocketCounts()
	const context: RealtimeContext = {
		...options,
		limits,
		hub,
		bus,
		presence,
		feed,
		deliveryAllowance,
		joinAllowance,
		channelCount,
		waiting,
		counts,
	}
	let sweeping: NodeJS.Timeout | undefined
	let checked = performance.now()

	async function check(userId: string | undefined): Promise<void> {
		try {
			await checkSessions(context, userId)
		} catch (error) {
			// The end of a session must not be missed, so the next sweep checks all sessions.
			log.warn({ err: error }, 'sessions could not be checked')
			checked = Number.NEGATIVE_INFINITY
		}
	}

	function sweep(): void {
		const now = performance.now()
		for (const connection of hub.connections) if (connection.isSilent(now)) connection.drop('silent')
		endExpired(context)
		presence.sweep(now)
		deliveryAllowance.sweep()
		joinAllowance.sweep()
		if (hasLost) {
			hasLost = false
			presence.tell()
		}
		if (now - checked < checkSessionsMs) return
		checked = now
		void check(undefined)
	}

	async function drain(): Promise<void> {
		presence.leave()
		await Promise.all(
			[...hub.connections].map(async (connection) => {
				await pause(Math.random() * drainMs)
				connection.close(1012, 'Realtime is restarting')
			}),
		)
	}

	const upgrades = takeUpgrades(context, { trustedProxies, scale })
	stopping.addEventListener('abort', () => void drain())
	return {
		routes: createRealtimeRoutes(context),
		upgrades: {
			...upgrades,
			upgrade: (...request) => {
				sweeping ??= setInterval(sweep, sweepMs).unref()
				upgrades.upgrade(...request)
			},
		},
		readSockets: () => ({
			...counts,
			open: hub.connections.size,
			channels: hub.channels,
			waitingBytes: waiting.total,
		}),
		close: async () => {
			clearInterval(sweeping)
			for (const connection of hub.connections) connection.terminate()
			await bus.flushed()
			await feed.close()
		},
	}
}
