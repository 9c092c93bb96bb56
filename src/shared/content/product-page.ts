import { z } from 'zod'
import { isChapterHtml } from './chapter-html.ts'
import { videoSchema } from './picture.ts'
import { words } from './words.ts'

const text = z.string().min(1)
const ofFile = 'It comes with the guide’s file.'

/** What the page says about its free chapter, above the chapter's text. `npm run catalogue` writes it. */
export const chapterFactsSchema = z.strictObject({
	/** The PDF that it is from. */
	file: text.meta({ title: 'From', fixed: ofFile }),
	title: words(160).meta({ title: 'Title' }),
	/** Its page numbers in the PDF; empty in a file without pages. */
	pages: z.array(z.int().positive()).readonly().meta({ title: 'Pages', fixed: ofFile }),
	words: z.int().positive().meta({ title: 'Words', fixed: ofFile }),
})

/** A line before and after. */
export const exampleLineSchema = z.strictObject({
	before: words(300).meta({ title: 'Before' }),
	after: words(300).meta({ title: 'After' }),
	why: words(200).meta({ title: 'Why it is better' }),
})

/** A question people ask before they take a guide, with an answer of a few sentences. */
export const questionSchema = z.strictObject({
	question: words(160).meta({ title: 'Question' }),
	answer: words(800).meta({ title: 'Answer' }),
	/** A page that says more. */
	more: z
		.strictObject({ to: z.literal('/refunds'), label: words(60).meta({ title: 'Words of the link' }) })
		.exactOptional()
		.meta({ title: 'Link to the page about refunds' }),
})

export const relatedGuideSchema = z.strictObject({
	slug: z
		.string()
		.min(1)
		.max(80)
		.meta({ title: 'Guide', description: 'The last part of its address, such as “cv-secrets”.' }),
	/** Why it goes well with this one, in half a sentence. */
	why: words(120).meta({ title: 'Why it goes well with this one', description: 'Half a sentence.' }),
})

/** What the page at `/products/<slug>` shows besides the product itself and its pictures. */
export const productPageSchema = z.strictObject({
	/** For the page's head, without the site's name. */
	title: words(70).meta({ title: 'Title in search results', description: 'Without the shop’s name.' }),
	/** For search results: 120 to 160 characters. */
	description: words(200).meta({
		title: 'Description in search results',
		description: 'Search engines show 120 to 160 characters.',
	}),
	/** The author, as named in its documents. */
	author: words(80).meta({ title: 'Author' }),
	/** A person or an organisation that has checked the product and agreed to be named. */
	checkedBy: words(80)
		.exactOptional()
		.meta({ title: 'Checked by', description: 'Somebody who has agreed to be named.' }),
	/** A chapter to read on the page. */
	chapter: chapterFactsSchema
		.extend({
			/** What follows the chapter's title. */
			html: text
				.refine(isChapterHtml, 'a chapter has only the elements that its build writes')
				.meta({ title: 'Text', fixed: ofFile }),
		})
		.exactOptional()
		.meta({
			title: 'Free chapter',
			description: 'Anybody can read it on the page. Leave it out if it gives too much away.',
			fixed: ofFile,
			open: true,
		}),
	/** A film of the product in use. Its poster comes first in "Look inside". */
	video: videoSchema.exactOptional().meta({ title: 'Film', fixed: 'It comes with the shop’s software.' }),
	/** Notes in the margin beside "Look inside", "What you get" and, if needed, "Contents". */
	notes: z
		.strictObject({
			inside: words(160).meta({ title: 'Beside “Look inside”' }),
			get: words(160).meta({ title: 'Beside “What you get”' }),
			contents: words(160).exactOptional().meta({ title: 'Beside “Contents”' }),
		})
		.meta({ title: 'Notes in the margin' }),
	/** Individual lines before and after, shown below the gallery's `before` and `after` pictures. */
	beforeAfter: z
		.array(exampleLineSchema)
		.max(10)
		.readonly()
		.exactOptional()
		.meta({ title: 'Lines before and after' }),
	/** For a paid product: the file of the download to open first, and what to do with it. Shown after buying. */
	openFirst: z
		.strictObject({
			file: words(80).meta({ title: 'File', description: 'Its name in the download.' }),
			why: words(240).meta({ title: 'What to do with it' }),
		})
		.exactOptional()
		.meta({ title: 'What to open first', description: 'Shown after buying.' }),
	questions: z.array(questionSchema).max(30).readonly().meta({ title: 'Questions' }),
	related: z.array(relatedGuideSchema).max(6).readonly().meta({ title: 'Goes well with' }),
})
