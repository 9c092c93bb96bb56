import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { shutdownSeconds } from '#server/config/server-settings.ts'
import { createAdmission } from '#server/platform/http/admission.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import { admitVisitors } from './admit-visitors.ts'
import { serveAdmin } from './serve-admin.ts'
import type { PreparedMetrics } from './serve-metrics.ts'
import { openShopPort } from './shop-port.ts'
import type { System } from './system.ts'

interface PortsOptions {
	config: Config
	/** Which of `config.workers` this process is, counted from 1. */
	worker: number
	/** Where the admin is served; undefined if this process does not serve it. */
	admin: Config['admin']
	/** The built pages; undefined in development. */
	built: BuiltPages | undefined
	/** The metrics of this process; undefined if none are wanted. */
	metrics: PreparedMetrics | undefined
	/** Closes the ports when the shop stops. */
	started: AsyncDisposableStack
	log: Logger
}

/** Opens the ports of the metrics, of the admin and finally of the shop, because a proxy sends traffic as soon as that is open. */
export async function openPorts(
	system: System,
	{ config, worker, admin, built, metrics, started, log }: PortsOptions,
): Promise<void> {
	const admission = createAdmission()
	metrics?.addShop({ ...system, worker, admission })
	// With several workers, the parent process serves the metrics.
	if (metrics !== undefined && config.workers === 1) {
		const port = await metrics.serve({ config, log })
		started.defer(() => port.close())
	}
	if (admin !== undefined && system.adminFetch !== undefined) {
		const { trustedProxies } = config
		const server = await serveAdmin(admin, { fetch: system.adminFetch, trustedProxies })
		started.defer(() => server.close(1000 * shutdownSeconds.requests))
	}
	const http = await openShopPort(config)
	// In development nothing is refused, because the page builder asks for hundreds of files at once.
	const answering = config.devPages ? {} : admitVisitors(system, { admission, site: config, log })
	http.serve({
		fetch: system.fetch,
		upgrades: system.upgrades,
		...answering,
		// A rehearsal asks for its password before it shows any page, so its pages must go through the app.
		built: config.rehearsal === undefined ? built : undefined,
		observeRequest: metrics?.observeRequest,
	})
	started.defer(async () => {
		http.drain()
		await pause(1000 * config.shutdownNoticeSeconds)
		await http.close(1000 * shutdownSeconds.requests)
	})
}
