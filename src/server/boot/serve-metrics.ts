import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import type { Readings } from '#server/operations/readings/readings.ts'
import { addShopGauges } from '#server/operations/readings/shop-gauges.ts'
import { errorCode } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import {
	addPools,
	addRefusals,
	addSockets,
	createMetrics,
	type Metrics,
	type SocketReadings,
} from '#server/platform/metrics/metrics.ts'
import { type MetricsPort, openMetricsPort } from '#server/platform/metrics/metrics-port.ts'

// Import this file only if metrics are wanted: the library takes 20 MB of memory.

interface AddOptions {
	database: Database
	readings: Readings
	readSockets: () => SocketReadings
	admission: Admission
	/** Only worker 1 adds the readings, because all workers would add the same ones. */
	worker: number
}

export interface PreparedMetrics extends Pick<Metrics, 'observeRequest'> {
	/** Adds the metrics that need the open database. */
	addShop(options: AddOptions): void
	/** Opens the port. If that fails, throws an `Error` with a message for the owner. */
	serve(options: PortOptions): Promise<MetricsPort>
}

interface PortOptions {
	config: Config
	log: Logger
}

/** Prepares the metrics of this process. If it is one of several workers, the parent process can ask for them. */
export function prepareMetrics(): PreparedMetrics {
	const metrics = createMetrics()
	AggregatorRegistry.setRegistries(metrics.registry)
	// Answers the parent process, if there is one, when it asks for the metrics.
	new AggregatorRegistry()
	return {
		observeRequest: metrics.observeRequest,
		addShop: ({ database, readings, readSockets, admission, worker }) => {
			addPools(metrics, database)
			addSockets(metrics, readSockets)
			addRefusals(metrics, admission)
			if (worker === 1) addShopGauges(metrics.registry, readings)
		},
		serve: (options) => openPort(options, () => metrics.registry.metrics()),
	}
}

/** Opens the port with the metrics of all workers, added up. If that fails, throws an `Error` with a message for the owner. */
export async function serveWorkersMetrics(options: PortOptions): Promise<MetricsPort> {
	const workers = new AggregatorRegistry()
	return await openPort(options, () => workers.clusterMetrics())
}

async function openPort({ config, log }: PortOptions, read: () => Promise<string>): Promise<MetricsPort> {
	const { metricsHost: host, metricsPort: port = 0 } = config
	try {
		return await openMetricsPort({ host, port, read, log })
	} catch (error) {
		const code = errorCode(error)
		throw new Error(`Cannot listen on ${host}:${port} (${code}). Check METRICS_HOST and METRICS_PORT.`)
	}
}
