import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/platform/db/database.ts'
import { type Admission, priorities } from '#server/platform/http/admission.ts'

/** Reports an answered request: its route, its status, and the seconds until the response began. */
export type ObserveRequest = (route: string, status: number, seconds: number) => void

export interface Metrics {
	registry: Registry
	observeRequest: ObserveRequest
}

/** A page from memory takes a millisecond, a signed-in read ten, a sign-in a hundred; a checkout waits for Stripe. */
const bucketsInSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Makes the metrics of one process: its requests, and Node's own figures about memory, CPU time and the event loop. */
export function createMetrics(): Metrics {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const requests = new Histogram({
		name: 'headstart_http_request_duration_seconds',
		help: 'Seconds until the response began, by route and status',
		labelNames: ['route', 'status'],
		buckets: bucketsInSeconds,
		registers: [registry],
	})
	return {
		registry,
		observeRequest: (route, status, seconds) => requests.observe({ route, status }, seconds),
	}
}

/** Adds the database connections of a process. */
export function addPools({ registry }: Metrics, { pools }: Pick<Database, 'pools'>): void {
	new Gauge({
		name: 'headstart_database_connections',
		help: 'Open connections to the database, by pool and state',
		labelNames: ['pool', 'state'],
		registers: [registry],
		collect() {
			for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
				this.set({ pool, state: 'idle' }, idleCount)
				this.set({ pool, state: 'busy' }, totalCount - idleCount)
			}
		},
	})
	new Gauge({
		name: 'headstart_database_connections_max',
		help: 'The most connections of each pool',
		labelNames: ['pool'],
		registers: [registry],
		collect() {
			for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max)
		},
	})
	new Gauge({
		name: 'headstart_database_waiting',
		help: 'Requests and jobs waiting for a connection, by pool',
		labelNames: ['pool'],
		registers: [registry],
		collect() {
			for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount)
		},
	})
}

/** Figures about the WebSockets of a process; totals count from its start. */
export interface SocketReadings {
	open: number
	channels: number
	/** Bytes that wait to be sent, including those that clients have not read yet. */
	waitingBytes: number
	received: number
	sent: number
	refused: Readonly<Record<string, number>>
	dropped: Readonly<Record<string, number>>
}

/** Adds the WebSockets of a process. */
export function addSockets({ registry }: Metrics, read: () => SocketReadings): void {
	const registers = [registry]
	for (const [name, help, of] of [
		['sockets', 'Open sockets of the Realtime API', 'open'],
		['channels', 'Channels joined by open sockets', 'channels'],
		['waiting_bytes', 'Bytes waiting to be sent to open sockets', 'waitingBytes'],
	] as const)
		new Gauge({
			name: `headstart_realtime_${name}`,
			help,
			registers,
			collect() {
				this.set(read()[of])
			},
		})
	new Counter({
		name: 'headstart_realtime_messages_total',
		help: 'Messages of sockets, received from clients and sent to them',
		labelNames: ['direction'],
		registers,
		collect() {
			const { received, sent } = read()
			this.reset()
			this.inc({ direction: 'received' }, received)
			this.inc({ direction: 'sent' }, sent)
		},
	})
	for (const [name, help] of [
		['refused', 'Sockets that were not opened, by reason'],
		['dropped', 'Sockets that the server closed because of what their client did, by reason'],
	] as const)
		new Counter({
			name: `headstart_realtime_sockets_${name}_total`,
			help,
			labelNames: ['reason'],
			registers,
			collect() {
				this.reset()
				for (const [reason, count] of Object.entries(read()[name])) this.inc({ reason }, count)
			},
		})
}

/** Adds the requests that a process refused because it was overloaded. */
export function addRefusals({ registry }: Metrics, { refused }: Pick<Admission, 'refused'>): void {
	new Counter({
		name: 'headstart_http_requests_refused_total',
		help: 'Requests refused because the server was overloaded, by priority',
		labelNames: ['priority'],
		registers: [registry],
		collect() {
			this.reset()
			for (const priority of priorities) this.inc({ priority }, refused[priority])
		},
	})
}
