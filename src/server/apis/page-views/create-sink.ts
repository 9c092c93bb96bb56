import type { Logger } from 'pino'
import { createForwarder } from '#server/apis/page-views/forwarder.ts'
import { createOwnCounter } from '#server/apis/page-views/own-counter.ts'
import type { PageViewSink } from '#server/apis/page-views/routes.ts'
import { forwardingTo } from '#server/apis/page-views/services.ts'
import type { PageViewSettings } from '#server/config/page-view-settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'

interface SinkOptions {
	settings: PageViewSettings
	siteUrl: string
	database: Pick<Database, 'query'>
	clock: Clock
	log: Logger
}

/** Creates the page view sink that the settings ask for. */
export function createPageViewSink({ settings, siteUrl, database, clock, log }: SinkOptions): PageViewSink {
	if (settings.kind === 'off') return noPageViews
	if (settings.kind === 'own') return createOwnCounter({ database, clock, log })
	return createForwarder({ callFor: forwardingTo(settings, siteUrl), log })
}

/** Counts nothing. */
const noPageViews: PageViewSink = { record: () => {}, close: async () => {} }
