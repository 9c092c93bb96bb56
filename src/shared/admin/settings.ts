import { z } from 'zod'
import { acts, reads } from './declare.ts'

/** One finding of the doctor. */
export const findingSchema = z.object({
	level: z.enum(['ok', 'warning', 'error']),
	about: z.string(),
	says: z.string(),
	/** The next step; null if there is nothing to do. */
	todo: z.string().nullable(),
})

/** A check in a process of its own: the last one since the shop started. */
const runOf = <Found extends z.ZodType>(found: Found) =>
	z.object({
		started_at: z.iso.datetime(),
		/** Null while it is under way. */
		finished_at: z.iso.datetime().nullable(),
		/** How far it has come, in words, if it says so. */
		progress: z.string().nullable(),
		found: z.array(found),
		/** Why it could not be finished; null if it could. */
		failed: z.string().nullable(),
	})

const doctorRunSchema = runOf(findingSchema)
const auditRunSchema = runOf(z.string())

export type ShownFinding = z.infer<typeof findingSchema>
export type DoctorRun = z.infer<typeof doctorRunSchema>
export type AuditRun = z.infer<typeof auditRunSchema>

const settingSchema = z.object({
	name: z.string(),
	description: z.string(),
	from: z.enum(['environment', '.env', 'default']),
	is_secret: z.boolean(),
	/** As it is written, or its default; null if there is none, and always for a secret. */
	value: z.string().nullable(),
})

export type ShownSetting = z.infer<typeof settingSchema>
export interface ShownArea {
	title: string
	settings: ShownSetting[]
}

export const settingsApi = {
	settings: reads(
		{},
		z.object({ areas: z.array(z.object({ title: z.string(), settings: z.array(settingSchema) })) }),
	),
	/** Null if it has not been run since the shop started. */
	doctor: reads({}, z.object({ run: doctorRunSchema.nullable() })),
	'run-doctor': acts({}, z.null()),
	audit: reads(
		{},
		z.object({
			/** The last one that was finished, by night or on demand. */
			latest: z.object({ finished_at: z.iso.datetime(), differences: z.int() }).nullable(),
			run: auditRunSchema.nullable(),
		}),
	),
	'run-audit': acts({}, z.null()),
}
