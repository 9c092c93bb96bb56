import { z } from 'zod'
import { acts, reads } from './declare.ts'

/** An email in a form that a page can show. */
export const shownMailSchema = z.object({
	subject: z.string(),
	/** The HTML part with its pictures embedded, without its stylesheet and without the addresses of its links. */
	html: z.string(),
	/** The stylesheet, which includes the dark theme. */
	styles: z.string(),
	text: z.string(),
	/** The texts that are attached to it. */
	files: z.array(z.object({ name: z.string(), text: z.string() })),
})

export type ShownMail = z.infer<typeof shownMailSchema>

const messageSchema = z.object({
	name: z.string(),
	/** The group that it is listed in, such as "Receipts". */
	group: z.string(),
	subject: z.string(),
	/** Why its words can't be changed; null if they can. */
	fixed: z.string().nullable(),
})

/** Which words the example has. */
const words = z.enum(['published', 'draft']).default('published')

const name = z.string().min(1).max(100)

export const messagesApi = {
	messages: reads({}, z.object({ rows: z.array(messageSchema) })),
	message: reads({ name, words }, messageSchema.extend(shownMailSchema.shape)),
	/** Sends the email to the member's own address. */
	'send-test-message': acts({ name, words }, z.null()),
}
