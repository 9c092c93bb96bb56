import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'

const runSchema = z.object({
	kind: z.enum(['backup', 'check']),
	/** The member who asked for it; null if it was scheduled. */
	asked_by: z.string().nullable(),
	started_at: instant,
	/** Null while it is under way. */
	finished_at: instant.nullable(),
	/** How far it is, in words; null if it has not said so yet. */
	progress: z.string().nullable(),
	/** How it ended; null while it is under way. */
	result: z.string().nullable(),
	/** Why it failed; null if it did not. */
	failed: z.string().nullable(),
})

export const placeSchema = z.object({
	/** Newest first. */
	rows: z.array(
		z.object({
			id: z.string(),
			/** Null if its manifest is damaged or missing, so that it can't be restored. */
			made: z
				.object({ at: instant, bytes: z.int(), is_encrypted: z.boolean(), version: z.string() })
				.nullable(),
		}),
	),
	/** When every byte was last checked; null if never. */
	checked_at: instant.nullable(),
	/** What is wrong, by the last check and the list. */
	faults: z.array(z.string()),
})

export const backupsApi = {
	backups: reads(
		{},
		z.object({
			/** The folder or bucket of BACKUP_TO; null if it isn't set. */
			place: z.string().nullable(),
			/** Null if the place can't be read just now, or isn't set. */
			stored: placeSchema.nullable(),
			/** The time of day at which a backup is made by itself (UTC); null if never. */
			daily_at: z.string().nullable(),
			/** The latest run on any server. */
			run: runSchema.nullable(),
		}),
	),
	'back-up': acts({}, z.null()),
	'check-backups': acts({}, z.null()),
}
