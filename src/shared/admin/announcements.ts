import { z } from 'zod'
import { instant, sentInstant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'
import { shownMailSchema } from './messages.ts'

const idSchema = z.uuid()
const announcementSchema = z.object({
	id: idSchema,
	subject: z.string(),
	/** Who last saved the draft. */
	written_by: z.string(),
	saved_at: instant,
	/** When sending began; null for a draft. */
	begun_at: instant.nullable(),
	/** How many users it is sent to. */
	recipients: z.int().nullable(),
	/** When the last email was queued. */
	ended_at: instant.nullable(),
	stopped_at: instant.nullable(),
})

/**
 * Returns whether a text is free of control characters and of marks that change the reading order. Line breaks and tabs are
 * allowed.
 */
const isPlain = (text: string) =>
	text.isWellFormed() && !/[\u202A-\u202E\u2066-\u2069]|\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))

const draft = {
	subject: z
		.string()
		.trim()
		.min(1)
		.max(150)
		.refine((text) => isPlain(text) && !/[\n\r\t]/.test(text), 'One line of plain characters.'),
	/** Paragraphs, separated by an empty line. Addresses with https become links. */
	body: z.string().trim().min(1).max(10_000).refine(isPlain, 'Plain characters only.'),
}

export const announcementsApi = {
	announcements: reads(
		{},
		z.object({
			rows: z.array(announcementSchema),
			/** How many users asked for news about new guides. */
			asked: z.int(),
			/** How many of them were sent such news less than 30 days ago. */
			recent: z.int(),
		}),
	),
	announcement: reads(
		{ id: idSchema },
		announcementSchema.extend({
			body: z.string(),
			/** How many of its emails were sent, left out and refused. */
			mailed: z.int(),
			left_out: z.int(),
			refused: z.int(),
			mail: shownMailSchema,
		}),
	),
	'save-announcement': acts(
		{
			/** Without an id, a new draft is saved. */
			id: idSchema.optional(),
			...draft,
			/** `saved_at` of the draft that the writer began with. If somebody has saved a newer draft, nothing is saved. */
			over: sentInstant.optional(),
		},
		z.object({ id: idSchema, saved_at: instant }),
	),
	'remove-announcement': acts({ id: idSchema }, z.null()),
	/** Sends the email to the member's own address. */
	'test-announcement': acts({ id: idSchema }, z.null()),
	'send-announcement': acts(
		{
			id: idSchema,
			/** `saved_at` of the draft that the member has read. If somebody has saved a newer draft, nothing is sent. */
			over: sentInstant,
		},
		z.object({ recipients: z.int() }),
	),
	'stop-announcement': acts({ id: idSchema }, z.null()),
	'resume-announcement': acts({ id: idSchema }, z.null()),
}
