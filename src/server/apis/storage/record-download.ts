import type { Logger } from 'pino'
import { z } from 'zod'
import { objectNotFound, StorageError } from '#server/apis/storage/errors.ts'
import { remember } from '#server/platform/cached.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { inStateSince } from '#server/shop/purchases.ts'
import { isBeingRefunded } from '#server/shop/refunds-under-way.ts'
import type { Clock } from '#shared/clock.ts'

interface RecordOptions {
	database: Database
	clock: Clock
}

interface TakenFile {
	person: string
	object: { name: string; sha256: string }
	automatic: boolean
}

type RecordDownload = (taken: TakenFile, log: Logger) => Promise<void>

/** Requests for a file within ten minutes are recorded as one download. */
const periodMs = 10 * 60_000
const remembered = 10_000

/**
 * Records which file and edition a user has downloaded. A date in the file's name is its edition; without a date, the file has
 * the current edition. A download may take many requests, so there is at most one row per file in ten minutes. It is automatic
 * only if all of them are, and only in the hour after the payment. A failure is logged and does not stop the download.
 *
 * Throws `NoSuchKey` while the purchase is being refunded. The lock makes a download and the decision to refund an unopened guide
 * wait for each other: whichever comes second sees the first.
 */
export function createDownloadRecorder({ database, clock }: RecordOptions): RecordDownload {
	// Remembers the rows written recently, so that a download in a hundred ranges queries the database once.
	const noted = new Map<string, true>()
	return async ({ person, object: { name, sha256 }, automatic }, log) => {
		const at = clock.now()
		const key = `${person}/${name}/${sha256}/${Math.floor(at.getTime() / periodMs)}/${automatic}`
		if (noted.has(key)) return
		try {
			await database.asServer(async (tx) => {
				const isNew = await requireKept(tx, { person, name, at })
				await tx.execute(sql`
					insert into public.downloads (user_id, catalogue_id, file_name, edition, sha256, at, automatic)
					select ${person}, p.id, ${name}, coalesce(substring(${name} from '-(\\d{4}-\\d{2}-\\d{2})[.]'), p.edition), ${sha256}, ${at}, ${automatic && isNew}
					from public.products p where ${name} = any (p.other_files || p.file_name) order by p.withdrawn, p.id limit 1
					on conflict (user_id, file_name, sha256, period) do update set automatic = false
						where downloads.automatic and not excluded.automatic`)
			})
			remember(noted, key, true, remembered)
		} catch (error) {
			if (error instanceof StorageError) throw error
			log.error({ err: error }, 'a download could not be recorded')
		}
	}
}

/** For how long after a payment a page may start a download by itself, in milliseconds. */
const automaticMs = 3600_000

const purchaseRow = z.object({ id: z.uuid(), is_new: z.boolean() })

/**
 * Locks the purchases through which somebody has a file. Returns whether one of them was delivered within the last hour, or the file needs
 * no purchase. Throws `NoSuchKey` if one is being refunded.
 */
async function requireKept(
	tx: Transaction,
	{ person, name, at }: { person: string; name: string; at: Date },
): Promise<boolean> {
	const purchases = await tx.query(
		sql`
		select p.id, ${inStateSince} > ${new Date(at.getTime() - automaticMs)} as is_new from public.purchases p
		where p.id in (
			select coalesce(own.part_of, own.id) from public.purchases own
			join public.products product on product.id = own.catalogue_id
			where own.user_id = ${person} and own.status = 'completed' and ${name} = any (product.other_files || product.file_name)
		)
		order by p.id for share of p`,
		purchaseRow,
	)
	for (const { id } of purchases) if (await isBeingRefunded(tx, id)) throw objectNotFound()
	return purchases.length === 0 || purchases.some(({ is_new }) => is_new)
}
