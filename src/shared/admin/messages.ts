import { z } from 'zod'
import { acts, reads } from './declare.ts'

/** An email as a page can show it. */
export const shownMailSchema = z.object({
	subject: z.string(),
	/** With its pictures in it, and without its stylesheet and the addresses of its links. */
	html: z.string(),
	/** Its stylesheet, which has the dark theme. */
	styles: z.string(),
	text: z.string(),
})

export type ShownMail = z.infer<typeof shownMailSchema>

const messageSchema = z.object({
	name: z.string(),
	/** What it is about, such as "Receipts". */
	group: z.string(),
	subject: z.string(),
})

const name = z.string().min(1).max(100)

export const messagesApi = {
	messages: reads({}, z.object({ rows: z.array(messageSchema) })),
	message: reads({ name }, messageSchema.extend(shownMailSchema.shape)),
	/** To the member's own address. */
	'send-test-message': acts({ name }, z.null()),
}
