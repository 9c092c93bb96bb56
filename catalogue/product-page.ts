import type { Product } from '#shared/catalogue-schema.ts'
import type { CataloguedPicture, CataloguedVideo, OpenGraphPicture } from './gallery.ts'

/** Everything the page at `/products/<slug>` shows. `<slug>/page.ts` exports it as the `handle` of the product's route. */
export interface ProductPageContent {
	product: Product
	/** For the page's head, without the site's name. */
	title: string
	/** For search results: 120 to 160 characters. */
	description: string
	/** The author, as named in its documents. */
	author: string
	/** A person or an organisation that has checked the product and agreed to be named. */
	checkedBy?: string
	gallery: readonly CataloguedPicture[]
	openGraph: OpenGraphPicture
	/** A chapter to read on the page, whose text is in `chapter.html`. */
	chapter?: Chapter
	/** A film of the product in use. Its poster comes after the first page in "Look inside". */
	video?: CataloguedVideo
	/** The URL of each file of the gallery and the film, by its path. */
	files: Readonly<Record<string, string>>
	/** Notes in the margin beside "Look inside", "What you get" and, if needed, "Contents". */
	notes: { inside: string; get: string; contents?: string }
	/** Individual lines before and after, shown below the gallery's `before` and `after` pictures. */
	beforeAfter?: readonly ExampleLine[]
	/** For a paid product: the file of the download to open first, and what to do with it. Shown after buying. */
	openFirst?: { file: string; why: string }
	questions: readonly Question[]
	related: readonly RelatedGuide[]
}

/** What the page says about its free chapter, above the chapter's text. `npm run catalogue` writes it. */
export interface Chapter {
	/** The PDF that it is from. */
	file: string
	title: string
	/** Its page numbers in the PDF. */
	pages: readonly number[]
	words: number
}

/** Marks the place in `chapter.html` from which the page folds the chapter away. */
export const foldMark = '<!-- fold -->'

export interface ExampleLine {
	before: string
	after: string
	why: string
}

/** A question people ask before they take a guide, with an answer of a few sentences. */
export interface Question {
	question: string
	answer: string
	/** A page that says more. */
	more?: { to: '/refunds'; label: string }
}

export interface RelatedGuide {
	slug: string
	/** Why it goes well with this one, in half a sentence. */
	why: string
}

/** Questions for every paid product. The answers sum up the pages about terms and refunds. */
export const paidQuestions: readonly Question[] = [
	{
		question: 'Is my card safe?',
		answer:
			'You pay once, on Stripe’s own page; the card number never reaches us. If a parent pays, guide and receipt still go to your account.',
	},
	{
		question: 'Do I pay again for a new edition?',
		answer:
			'No. New editions are free, and your files stay in your account, to download again on any device.',
	},
	{
		question: 'Can I have my money back?',
		answer:
			'Look inside first: when you pay you ask for the files at once and give up the 14 days for changing your mind. If it’s the wrong one and you haven’t opened it, write to us within 14 days and we’ll refund you anyway. A faulty file is mended or paid back.',
		more: { to: '/refunds', label: 'How refunds work' },
	},
]

/** For every free product. */
export const freeQuestions: readonly Question[] = [
	{
		question: 'If it is free, why do I need an account?',
		answer:
			'So that you can fetch it again on another device, and the next edition when there is one. We ask for no card.',
	},
]
