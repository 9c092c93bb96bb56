import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { prettifyError, ZodError } from 'zod'
import { publishPlanned } from '#server/features/content/planned-publications.ts'
import { beginPlannedPrices } from '#server/features/prices/decided-prices.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isAway } from '#server/platform/db/failure.ts'
import type { Outage } from '#server/platform/outage.ts'
import type { ShopState } from '#shared/shop-state.ts'
import { readShopState, type ShopSettings } from './read-shop-state.ts'

export interface KeepPagesOptions extends ShopSettings {
	database: Pick<Database, 'query' | 'asServer'>
	/** Shows the pages as they are in this state of the shop. */
	show: (state: ShopState) => Promise<void>
	/** Shows the pages as they were when this server last showed them, and returns whether there are any. */
	showEarlier?: () => Promise<boolean>
	/** Records whether the pages could be shown in the state that the database has. */
	outage: Pick<Outage, 'answered' | 'failed'>
	log: Logger
	/** The shortest time between two changes of the pages, in milliseconds. A hundred reviews in a minute aren't shown one by one. */
	pauseMs?: number
}

interface KeptPages {
	/** Shows the pages anew if anything that they show has changed. If it is called meanwhile, looks once more afterwards. */
	refresh(): Promise<void>
	stop(): void
}

const everyMs = 10_000

/**
 * Shows the pages, and keeps them up to date. Requests never wait for this. The database tells each server of a change
 * (`shop.tell_pages`); each server also looks every ten seconds, for a planned price or publication whose time has come, and where a connection
 * can't be told. If an update fails, the pages stay as they are until the next one. Throws if there are no pages at all.
 */
export async function keepPages({
	database,
	show,
	showEarlier = async () => false,
	outage,
	log,
	pauseMs = 2_000,
	...settings
}: KeepPagesOptions): Promise<KeptPages> {
	let shown: string | undefined
	let shownAt = Number.NEGATIVE_INFINITY
	let timer: NodeJS.Timeout | undefined
	let updating: Promise<void> | undefined
	let asked = false
	let stopped = false

	async function update(): Promise<void> {
		try {
			const failures = [...(await beginPlannedPrices(database)), ...(await publishPlanned(database))]
			const state = await readShopState(database, settings)
			const found = JSON.stringify(state)
			if (found !== shown) {
				shownAt = performance.now()
				await show(state)
			}
			shown = found
			if (failures.length > 0) throw new AggregateError(failures, failures.map(reasonOf).join(' '))
			outage.answered()
		} catch (error) {
			// Something else tells of a database that can't be reached.
			if (!isAway(error)) outage.failed(reasonOf(error))
			throw error
		}
	}

	async function updateUntilNobodyAsks(): Promise<void> {
		while (asked && !stopped) {
			const waitMs = shownAt + pauseMs - performance.now()
			if (waitMs > 0) await pause(waitMs, undefined, { ref: false })
			if (stopped) break
			asked = false
			try {
				await update()
			} catch (error) {
				if (!stopped) log.error({ err: error }, 'the pages could not be brought up to date')
			}
		}
		updating = undefined
	}

	async function refresh(): Promise<void> {
		asked = true
		updating ??= updateUntilNobodyAsks()
		await updating
	}

	function repeat(): void {
		timer = setTimeout(async () => {
			await refresh()
			if (!stopped) repeat()
		}, everyMs).unref()
	}

	try {
		await update()
	} catch (error) {
		// Sales and downloads need not wait for a mended page.
		if (shown === undefined && !(await showEarlier())) throw error
		log.error({ err: error }, 'the pages could not be brought up to date; the earlier ones are shown')
	}
	repeat()
	return {
		refresh,
		stop: () => {
			stopped = true
			clearTimeout(timer)
		},
	}
}

function reasonOf(error: unknown): string {
	if (error instanceof ZodError) return prettifyError(error)
	return error instanceof Error ? error.message : String(error)
}
