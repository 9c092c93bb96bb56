import type { Logger } from 'pino'
import type { AddressAllowance } from '#server/apis/realtime/address-allowance.ts'
import type { Bus } from '#server/apis/realtime/bus.ts'
import type { ChangeFeed } from '#server/apis/realtime/change-feed.ts'
import type { Hub } from '#server/apis/realtime/hub.ts'
import type { RealtimeLimits } from '#server/apis/realtime/limits.ts'
import type { Presence } from '#server/apis/realtime/presence.ts'
import type { SocketCounts } from '#server/apis/realtime/socket-counts.ts'
import type { WaitingBytes } from '#server/apis/realtime/waiting-bytes.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { AccessTokens } from '#server/platform/http/access-token.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { createConnectionCount } from '#server/platform/http/connection-limits.ts'
import type { Clock } from '#shared/clock.ts'

/** What the parts of the Realtime API share. */
export interface RealtimeContext {
	database: Database
	authenticate: Authenticate
	accessTokens: Pick<AccessTokens, 'isVisitors'>
	siteUrl: string
	clock: Clock
	limits: RealtimeLimits
	hub: Hub
	presence: Presence
	bus: Bus
	feed: ChangeFeed
	/**
	 * Counts, by address, each message and each delivery that it causes. One message to a thousand clients costs as much as a
	 * thousand messages to one client.
	 */
	deliveryAllowance: AddressAllowance
	/** Counts joins and new tokens by address or, with IPv6, by its /48. */
	joinAllowance: AddressAllowance
	/** The number of channels by network address. */
	channelCount: ReturnType<typeof createConnectionCount>
	waiting: WaitingBytes
	counts: SocketCounts
	/** Aborted when the server is about to stop. */
	stopping: AbortSignal
	log: Logger
}
