import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createCachedStore } from '#server/adapters/files/cached-store.ts'
import { openFileStore } from '#server/adapters/files/open-file-store.ts'
import { createSmtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { stripeAccountOf } from '#server/adapters/payments/stripe-account.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import type { Config } from '#server/config/config.ts'
import { keysSchema } from '#server/config/local-keys.ts'
import { shutdownSeconds } from '#server/config/server-settings.ts'
import type { PhoneSettings } from '#server/config/sms-settings.ts'
import { type KeepPagesOptions, keepPages } from '#server/features/pages/keep-pages.ts'
import { backUpJob, sendSummaryJob } from '#server/features/upkeep/jobs.ts'
import { startWatch } from '#server/operations/alerts/watch.ts'
import {
	auditInChildProcess,
	backUpInChildProcess,
	checkBackupsInChildProcess,
	createAudit,
	createDoctor,
} from '#server/operations/child-processes.ts'
import { listenToDatabase } from '#server/platform/db/listener.ts'
import { returnMemoryWhenQuiet } from '#server/platform/garbage.ts'
import type { BuiltPages } from '#server/platform/http/built-pages.ts'
import type { Pages } from '#server/platform/http/pages.ts'
import { filesOf } from '#server/platform/http/render-pages.ts'
import { storingRenderer } from '#server/platform/http/stored-pages.ts'
import { developmentPages, loadWebBuild, tellPageBuilder } from '#server/platform/http/web-build.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createOutage } from '#server/platform/outage.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import { compareWithProviderJob, issueLateReceiptsJob } from '#server/shop/jobs.ts'
import { quarantinedPayments } from '#server/shop/live-site.ts'
import { systemClock } from '#shared/clock.ts'
import type { Site } from '#shared/site.ts'
import { composeSystem } from './compose-system.ts'
import { openPorts } from './open-ports.ts'
import { loadAdminBuild } from './serve-admin.ts'
import { stopAll } from './stop-all.ts'
import type { System } from './system.ts'

/**
 * How many milliseconds after the start the pages are compressed again, more tightly. The delay matters after a restart under
 * load, when requests need the processor.
 */
const shrinkAfterMs = 5_000

export interface RunningShop {
	stop(): Promise<void>
	/** Resolves with the reason when something the shop depends on has failed. */
	broken: Promise<Error>
}

/** What is prepared once, before one or several workers open the shop. */
export const preparedSchema = z.object({
	keys: keysSchema,
	logins: z.object({ apiUrl: z.string(), jobsUrl: z.string() }),
	/** The sandbox's mail server, if the settings name no other. */
	sandboxSmtpUrl: z.string().optional(),
	/** Why the shop may not act on the database; missing if it may. */
	quarantine: z.object({ says: z.string(), todo: z.string() }).optional(),
})

export type PreparedShop = z.infer<typeof preparedSchema>

interface OpenOptions {
	log: Logger
	/** Which of `config.workers` this process is, counted from 1. The first one runs the jobs. */
	worker?: number
	/** Called at the points where a fault test may kill the server. */
	faultPoint?: FaultPoint | undefined
}

/**
 * How many bytes of guides are cached in memory: enough for all current guides. A single file larger than `fileBytes` is never
 * cached, because it would evict the others.
 */
const hotFiles = { totalBytes: 32 << 20, fileBytes: 8 << 20 }

/** Returns how many milliseconds `stop` may take until the last connection is closed. */
export function longestStopMs({ shutdownNoticeSeconds }: Pick<Config, 'shutdownNoticeSeconds'>): number {
	return 1000 * (shutdownNoticeSeconds + shutdownSeconds.requests)
}

/**
 * Opens a prepared shop in this process: pages, jobs and finally its port. `stop` undoes the steps in reverse order. If a step
 * fails, those before it are undone in the same way.
 */
export async function openShop(
	config: Config,
	{ keys, logins, sandboxSmtpUrl, quarantine }: PreparedShop,
	{ log, worker = 1, faultPoint }: OpenOptions,
): Promise<RunningShop> {
	const runsJobs = worker === 1
	const started = new AsyncDisposableStack()
	const stopping = new AbortController()
	const broken = Promise.withResolvers<Error>()
	try {
		const { payments, askPayments, providerOutage } = openPayments(config, keys, quarantine)
		const mailer = createSmtpMailer({
			smtpUrl: config.smtpUrl ?? sandboxSmtpUrl ?? '',
			from: config.mailFrom,
			replyTo: config.repliesTo,
		})
		started.defer(() => mailer.close())
		const site: Site =
			quarantine === undefined
				? config.site
				: { ...config.site, parts: [...config.site.parts, 'quarantined'] }
		const { publishableKey } = keys
		const pages: Pages = config.devPages
			? developmentPages(config.devPages)
			: { built: await loadWebBuild(config) }
		const { built } = pages
		// Only one process opens the admin's port.
		const admin = worker === 1 ? config.admin : undefined
		const metrics = config.metricsPort === undefined ? undefined : await loadMetrics()
		const system = await composeSystem({
			config: { ...config, admin },
			keys,
			logins,
			files: createCachedStore(openFileStore(config), hotFiles),
			payments,
			askPayments,
			mailer,
			pages,
			adminUrl: config.admin?.url,
			adminPages: admin && (await loadAdminBuild({ admin, publishableKey, config })),
			clock: systemClock,
			...(faultPoint === undefined ? {} : { faultPoint }),
			log,
			observeRequest: metrics?.observeRequest,
			auth: config.auth,
			phone: config.phone && (await loadPhone(config.phone)),
			...(config.stripe === undefined ? { sandboxPort: config.sandboxPort } : {}),
			backUp: backUpInChildProcess,
			checkBackups: checkBackupsInChildProcess,
			audit: auditInChildProcess,
			checks: { doctor: createDoctor(stopping.signal), audit: createAudit(stopping.signal) },
			stopping: stopping.signal,
			runsJobs,
		})
		started.defer(() => system.close())
		const { database } = system
		const pagesOutage = createOutage(() => systemClock.now())
		const kept = await keepPages({
			outage: pagesOutage,
			database,
			siteUrl: config.siteUrl,
			publishableKey,
			site,
			log,
			...(await showing(built, config, log)),
			offersCampus: config.samlKey !== undefined,
		})
		started.defer(() => kept.stop())
		const listener = listenToDatabase({
			connectionString: logins.jobsUrl,
			channels: { shop_state: () => void kept.refresh() },
			onConnect: kept.refresh,
			onLost: (error) => log.warn({ err: error }, 'the database tells of no changes at the moment'),
		})
		started.defer(() => listener.close())
		if (quarantine === undefined && runsJobs) {
			const queue = await startJobs(system, { config, log })
			started.defer(() => queue.stop())
			void queue.ended.then(() =>
				broken.resolve(new Error('The job queue has stopped unexpectedly; the log says why.')),
			)
		}
		if (quarantine === undefined) {
			const watch = startWatch({
				database,
				requireDatabase: system.requireDatabase,
				providerOutage,
				payments,
				pagesOutage,
				mailer: system.mailer,
				config,
				clock: systemClock,
				log,
				watchesMachine: runsJobs,
			})
			started.defer(() => watch.stop())
		}
		await openPorts(system, { config, worker, admin, built, metrics, started, log })
		const shrinking = setTimeout(() => {
			void shrink(built, stopping.signal).catch((error: unknown) => {
				if (!stopping.signal.aborted) log.warn({ err: error }, 'pages or memory could not be made smaller')
			})
		}, shrinkAfterMs).unref()
		started.defer(() => {
			clearTimeout(shrinking)
			stopping.abort()
		})
		return { stop: () => stopAll(started), broken: broken.promise }
	} catch (error) {
		await stopAll(started).catch((failure: unknown) => log.error({ err: failure }, 'could not be stopped'))
		throw error
	}
}

/** Opens the payment provider. In quarantine it rejects every call. */
function openPayments(config: Config, keys: PreparedShop['keys'], quarantine: PreparedShop['quarantine']) {
	const providerOutage = createOutage(() => systemClock.now())
	const provider = createStripePayments({
		...stripeAccountOf(config, keys),
		siteUrl: config.siteUrl,
		checkout: config.money,
		callsPerSecond: config.money.callsPerSecond / config.workers,
		outage: providerOutage,
		clock: systemClock,
	})
	const payments = quarantine === undefined ? provider : quarantinedPayments(provider, quarantine)
	return { payments, askPayments: provider, providerOutage }
}

/** Returns the functions that show the pages in a state of the shop, and as they were before. */
async function showing(
	built: BuiltPages | undefined,
	{ dataDir }: Config,
	log: Logger,
): Promise<Pick<KeepPagesOptions, 'show' | 'showEarlier'>> {
	if (built === undefined) return { show: tellPageBuilder }
	const { render, last } = await storingRenderer(join(dataDir, 'pages'), {
		onUnstored: (error) => log.warn({ err: error }, 'the rendered pages could not be stored'),
	})
	return {
		show: async (state) => await built.show(filesOf(await render(state, built.shown))),
		showEarlier: async () => {
			const earlier = await last()
			if (earlier !== undefined) await built.show(filesOf(earlier))
			return earlier !== undefined
		},
	}
}

/** Enqueues what is due at every start, and starts to run jobs. */
async function startJobs(
	{ database, jobs, failures }: System,
	{ config, log }: { config: Config; log: Logger },
) {
	// Finds what happened at the provider while no server ran, or since a restored backup was made, without waiting for the
	// hourly job.
	await database.asServer((tx) =>
		addJob(tx, compareWithProviderJob, {}, { onceUnder: compareWithProviderJob.name }),
	)
	// Run at the start only: sales lack receipts only after an upgrade or a restore, and looking for them reads all purchases.
	await database.asServer((tx) =>
		addJob(tx, issueLateReceiptsJob, {}, { onceUnder: issueLateReceiptsJob.name }),
	)
	return await startWorker({
		database,
		jobs,
		failures,
		daily: [
			[backUpJob, config.backupDailyAt],
			[sendSummaryJob, config.summaryDailyAt],
		],
		log,
	})
}

/** Compresses the pages again, and returns to the system the memory that only the start needed. */
async function shrink(built: BuiltPages | undefined, stopping: AbortSignal): Promise<void> {
	await built?.shrink()
	await returnMemoryWhenQuiet(stopping)
}

async function loadPhone(settings: PhoneSettings) {
	const { openTextGateway } = await import('#server/adapters/sms/open-text-gateway.ts')
	return { settings, gateway: await openTextGateway(settings) }
}

async function loadMetrics() {
	const { prepareMetrics } = await import('./serve-metrics.ts')
	return prepareMetrics()
}
