import { z } from 'zod'
import { acts, reads } from './declare.ts'
import { shownMailSchema } from './messages.ts'

const idSchema = z.uuid()
const timeSchema = z.iso.datetime()

const announcementSchema = z.object({
	id: idSchema,
	subject: z.string(),
	/** Who kept the draft last, and when. */
	written_by: z.string(),
	saved_at: timeSchema,
	/** When it began to be sent; null for a draft. */
	begun_at: timeSchema.nullable(),
	/** To how many it goes. */
	recipients: z.int().nullable(),
	/** When the last one was queued. */
	ended_at: timeSchema.nullable(),
	stopped_at: timeSchema.nullable(),
})

/** Controls, and the marks that change the order in which a text is read, have no place in it. Lines may break. */
const isPlain = (text: string) =>
	text.isWellFormed() && !/[\u202A-\u202E\u2066-\u2069]|\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))

const draft = {
	subject: z
		.string()
		.trim()
		.min(1)
		.max(150)
		.refine((text) => isPlain(text) && !/[\n\r\t]/.test(text), 'One line of plain characters.'),
	/** Paragraphs, apart by an empty line. Addresses with https become links. */
	body: z.string().trim().min(1).max(10_000).refine(isPlain, 'Plain characters only.'),
}

export const announcementsApi = {
	announcements: reads(
		{},
		z.object({
			rows: z.array(announcementSchema),
			/** How many asked for news about new guides, and how many of them had some less than 30 days ago. */
			asked: z.int(),
			recent: z.int(),
		}),
	),
	announcement: reads(
		{ id: idSchema },
		announcementSchema.extend({
			body: z.string(),
			/** Of its emails. */
			mailed: z.int(),
			left_out: z.int(),
			refused: z.int(),
			mail: shownMailSchema,
		}),
	),
	'save-announcement': acts(
		{
			/** A new draft without. */
			id: idSchema.optional(),
			...draft,
			/** `saved_at` of the draft that its author has read. */
			over: timeSchema.optional(),
		},
		z.object({ id: idSchema, saved_at: timeSchema }),
	),
	'remove-announcement': acts({ id: idSchema }, z.null()),
	/** To the member's own address. */
	'test-announcement': acts({ id: idSchema }, z.null()),
	'send-announcement': acts(
		{
			id: idSchema,
			/** `saved_at` of the draft that was read. */
			over: timeSchema,
		},
		z.object({ recipients: z.int() }),
	),
	'stop-announcement': acts({ id: idSchema }, z.null()),
	'resume-announcement': acts({ id: idSchema }, z.null()),
}
