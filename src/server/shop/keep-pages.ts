import type { Logger } from 'pino'
import { prettifyError, ZodError } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import type { Outage } from '#server/platform/outage.ts'
import { readShopState, type ShopSettings } from '#server/shop/read-shop-state.ts'
import type { ShopState } from '#shared/shop-state.ts'

export interface KeepPagesOptions extends ShopSettings {
	database: Pick<Database, 'query' | 'asServer'>
	/** Shows the pages as they are in this state of the shop. */
	show: (state: ShopState) => Promise<void>
	/** Records whether the pages could be shown in the state that the database has. */
	outage: Pick<Outage, 'answered' | 'failed'>
	log: Logger
}

interface KeptPages {
	/** Shows the pages anew if anything that they show has changed. If it is called meanwhile, looks once more afterwards. */
	refresh(): Promise<void>
	stop(): void
}

const everyMs = 10_000

/**
 * Shows the pages, and keeps them up to date. Requests never wait for this. The database tells each server of a change
 * (`shop.tell_pages`); each server also looks every ten seconds, for a planned price whose time has come, and where a connection
 * can't be told. If an update fails, the pages stay as they are until the next one. Throws if there are no pages yet.
 */
export async function keepPages({
	database,
	show,
	outage,
	log,
	...settings
}: KeepPagesOptions): Promise<KeptPages> {
	let shown: string | undefined
	let timer: NodeJS.Timeout | undefined
	let updating: Promise<void> | undefined
	let asked = false
	let stopped = false

	async function update(): Promise<void> {
		let isRead = false
		try {
			const state = await readShopState(database, settings)
			isRead = true
			const found = JSON.stringify(state)
			if (found !== shown) await show(state)
			shown = found
			outage.answered()
		} catch (error) {
			// Something else tells of a database that can't be reached.
			if (isRead || error instanceof ZodError) outage.failed(reasonOf(error))
			throw error
		}
	}

	async function updateUntilNobodyAsks(): Promise<void> {
		while (asked && !stopped) {
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

	await update()
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
