import type { z } from 'zod'
import type { Product } from '#shared/catalogue-schema.ts'
import type { chapterFactsSchema, productPageSchema, questionSchema } from '#shared/content/product-page.ts'
import type { CataloguedPicture, OpenGraphPicture } from './gallery.ts'

/**
 * What a product's own page shows, except the text of its chapter, which is in `chapter.html`, and the URLs of its pictures.
 * `<slug>/page.ts` exports it.
 */
export interface ProductPage extends Omit<z.infer<typeof productPageSchema>, 'chapter'> {
	product: Product
	gallery: readonly CataloguedPicture[]
	openGraph: OpenGraphPicture
	chapter?: Chapter
}

/** What the page says about its free chapter, above the chapter's text. */
export type Chapter = z.infer<typeof chapterFactsSchema>

/** A question people ask before they take a guide, with an answer of a few sentences. */
export type Question = z.infer<typeof questionSchema>

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
			'Look inside first: when you pay you ask for the files at once and give up the 14 days for changing your mind. If it’s the wrong one and you haven’t opened it, take your money back in your account within 14 days. A faulty file is mended or paid back.',
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
