import { z } from 'zod'
import { isChapterHtml } from './chapter-html.ts'
import { videoSchema } from './picture.ts'

const text = z.string().min(1)

/** What the page says about its free chapter, above the chapter's text. `npm run catalogue` writes it. */
export const chapterFactsSchema = z.strictObject({
	/** The PDF that it is from. */
	file: text,
	title: text,
	/** Its page numbers in the PDF. */
	pages: z.array(z.int().positive()).min(1).readonly(),
	words: z.int().positive(),
})

/** A line before and after. */
export const exampleLineSchema = z.strictObject({ before: text, after: text, why: text })

/** A question people ask before they take a guide, with an answer of a few sentences. */
export const questionSchema = z.strictObject({
	question: text,
	answer: text,
	/** A page that says more. */
	more: z.strictObject({ to: z.literal('/refunds'), label: text }).exactOptional(),
})

export const relatedGuideSchema = z.strictObject({
	slug: text,
	/** Why it goes well with this one, in half a sentence. */
	why: text,
})

/** What the page at `/products/<slug>` shows besides the product itself and its pictures. */
export const productPageSchema = z.strictObject({
	/** For the page's head, without the site's name. */
	title: text,
	/** For search results: 120 to 160 characters. */
	description: text,
	/** The author, as named in its documents. */
	author: text,
	/** A person or an organisation that has checked the product and agreed to be named. */
	checkedBy: text.exactOptional(),
	/** A chapter to read on the page. */
	chapter: chapterFactsSchema
		.extend({
			/** What follows the chapter's title. */
			html: text.refine(isChapterHtml, 'a chapter has only the elements that its build writes'),
		})
		.exactOptional(),
	/** A film of the product in use. Its poster comes after the first page in "Look inside". */
	video: videoSchema.exactOptional(),
	/** Notes in the margin beside "Look inside", "What you get" and, if needed, "Contents". */
	notes: z.strictObject({ inside: text, get: text, contents: text.exactOptional() }),
	/** Individual lines before and after, shown below the gallery's `before` and `after` pictures. */
	beforeAfter: z.array(exampleLineSchema).readonly().exactOptional(),
	/** For a paid product: the file of the download to open first, and what to do with it. Shown after buying. */
	openFirst: z.strictObject({ file: text, why: text }).exactOptional(),
	questions: z.array(questionSchema).readonly(),
	related: z.array(relatedGuideSchema).readonly(),
})
