import { z } from 'zod'
import { instant } from '#shared/instant.ts'
import { ossNumberPattern, salesAreas } from '#shared/where-we-sell.ts'
import { acts, reads } from './declare.ts'

/** One finding of the doctor. */
export const findingSchema = z.object({
	level: z.enum(['ok', 'warning', 'error']),
	about: z.string(),
	says: z.string(),
	/** The next step; null if there is nothing to do. */
	todo: z.string().nullable(),
})

/** The latest run of a check since the shop started. The check runs in a process of its own. */
const runOf = <Found extends z.ZodType>(found: Found) =>
	z.object({
		started_at: instant,
		/** Null while it runs. */
		finished_at: instant.nullable(),
		/** How far it has got, in words; null if it does not report that. */
		progress: z.string().nullable(),
		found: z.array(found),
		/** Why it could not finish; null if it did. */
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
	/** The value as it is set, or else the default; null if there is neither, and always for a secret. */
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
	/** The latest run; null if there has been none since the shop started. */
	doctor: reads({}, z.object({ run: doctorRunSchema.nullable() })),
	'run-doctor': acts({}, z.null()),
	audit: reads(
		{},
		z.object({
			/** The latest audit that finished, whether it was scheduled or started in the admin. */
			latest: z.object({ finished_at: instant, differences: z.int() }).nullable(),
			run: auditRunSchema.nullable(),
		}),
	),
	'run-audit': acts({}, z.null()),
	'where-we-sell': reads(
		{},
		z.object({
			area: z.enum(salesAreas),
			/** The owner's number at the EU's one-stop shop; null if they have given none. */
			oss_number: z.string().nullable(),
		}),
	),
	'set-where-we-sell': acts(
		{
			area: z.enum(salesAreas),
			/** Needed once, to sell to the EU by the one-stop shop. */
			oss_number: z
				.string()
				.regex(ossNumberPattern, 'Type the number as “EU” and nine digits, such as EU372000017.')
				.optional(),
		},
		z.null(),
	),
}
