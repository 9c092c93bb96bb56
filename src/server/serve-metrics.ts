import type { Logger } from 'pino'
import { createReadings } from '#server/operations/readings/readings.ts'
import { addShopGauges } from '#server/operations/readings/shop-gauges.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addPools, createMetrics, type Metrics } from '#server/platform/metrics/metrics.ts'
import { type MetricsPort, openMetricsPort } from '#server/platform/metrics/metrics-port.ts'

interface ServeOptions {
	config: Config
	database: Database
	log: Logger
}

interface PreparedMetrics extends Pick<Metrics, 'observeRequest'> {
	/** Opens the port. Throws an `Error` with a message for the owner. */
	serve(options: ServeOptions): Promise<MetricsPort>
}

/** Prepares the metrics of this process. Import this file only if they are wanted: the library takes 20 MB of memory. */
export function prepareMetrics(): PreparedMetrics {
	const metrics = createMetrics()
	return {
		observeRequest: metrics.observeRequest,
		serve: async ({ config, database, log }) => {
			addPools(metrics, database)
			addShopGauges(metrics.registry, createReadings({ database, config }))
			const { metricsHost: host, metricsPort: port = 0 } = config
			try {
				return await openMetricsPort({ host, port, read: () => metrics.registry.metrics(), log })
			} catch (error) {
				const code = error instanceof Error && 'code' in error ? error.code : undefined
				throw new Error(
					`Cannot listen on ${host}:${port} (${String(code)}). Check METRICS_HOST and METRICS_PORT.`,
				)
			}
		},
	}
}
