import { z } from 'zod'
import { type Category, categorySchema } from '#shared/catalogue-schema.ts'
import { richText } from './rich-text-schema.ts'
import { words } from './words.ts'

/** What search results say of a page. */
const head = {
	title: words(70).meta({ title: 'Title in search results' }),
	description: words(200).meta({
		title: 'Description in search results',
		description: 'Search engines show 120 to 160 characters.',
	}),
}

/** A guide that a page names. */
export const guide = words(80).meta({
	title: 'Guide',
	description: 'The last part of its address, such as “cv-secrets”.',
})

const titleAndNote = {
	title: words(60).meta({ title: 'Title' }),
	note: words(120).meta({ title: 'Note in the margin' }),
}

/** A headline, a part of which is highlighted. */
const headline = z
	.strictObject({
		before: words(80).exactOptional().meta({ title: 'Before the highlighter' }),
		marked: words(60).meta({ title: 'Under the highlighter' }),
		after: words(80).exactOptional().meta({ title: 'After it' }),
	})
	.meta({ title: 'Headline' })

const shelfPage = {
	...head,
	intro: words(200).meta({ title: 'Sentences below the headline' }),
	others: words(60).meta({ title: 'Above guides that the page doesn’t list' }),
}

/** A page that lists the guides of a kind, such as the free ones. */
export function shelfPageSchema(title: string) {
	return z.strictObject({ ...shelfPage, headline }).meta({ title })
}

export type ShelfPage = z.infer<ReturnType<typeof shelfPageSchema>>

/** The page that lists the articles. */
export const articlesPageSchema = z
	.strictObject({ ...head, headline, intro: shelfPage.intro })
	.meta({ title: 'Articles: the list' })

export type ArticlesPage = z.infer<typeof articlesPageSchema>

/** A page that lists the guides of a category. Its headline is the category. */
export function categoryPageSchema(category: Category) {
	return z
		.strictObject({
			...shelfPage,
			meanwhile: words(60).meta({ title: 'The same while all of its own are coming soon' }),
		})
		.meta({ title: `Category ${category}` })
}

export type CategoryPage = z.infer<ReturnType<typeof categoryPageSchema>>

/** A testimonial, a marketing claim: a public shop shows only those that its owner has confirmed. */
export const testimonialSchema = z.strictObject({
	id: z
		.templateLiteral(['testimonial-', z.int().positive()])
		.meta({ title: 'Number', counted: 'testimonial-' }),
	stars: z.literal(5),
	quote: words(200).meta({ title: 'Words' }),
	name: words(60).meta({ title: 'Name' }),
	who: words(80).meta({ title: 'Who it is', description: 'Such as “Second-year law student”.' }),
})

export const homePageSchema = z
	.strictObject({
		...head,
		headline,
		lead: words(300).meta({ title: 'Sentences below the headline' }),
		pictureNote: words(80).meta({ title: 'Note below the CV at the top' }),
		shelfTitle: words(60).meta({ title: 'Title of the shelf' }),
		first: z.array(guide).max(100).readonly().meta({
			title: 'Guides that come first on the shelf',
			description: 'In this order, on every page. The others follow.',
		}),
		comparison: z
			.strictObject({
				...titleAndNote,
				rows: z
					.array(
						z.strictObject({
							before: words(40).meta({ title: 'Before' }),
							after: words(40).meta({ title: 'After' }),
							note: words(160).meta({ title: 'Note' }),
						}),
					)
					.length(3)
					.readonly()
					.meta({ title: 'Pictures', description: 'A CV, a budget and a week, drawn by the shop.' }),
			})
			.meta({ title: 'Before and after' }),
		categories: z
			.strictObject({
				...titleAndNote,
				cards: z
					.array(
						z.strictObject({
							category: categorySchema.meta({ title: 'Category' }),
							text: words(80).meta({ title: 'Text' }),
						}),
					)
					.min(1)
					.max(4)
					.refine(
						(all) => new Set(all.map(({ category }) => category)).size === all.length,
						'has a category twice',
					)
					.readonly()
					.meta({ title: 'Cards' }),
			})
			.meta({ title: 'Popular categories' }),
		help: z
			.strictObject({
				...titleAndNote,
				steps: z
					.array(
						z.strictObject({
							title: words(60).meta({ title: 'Title' }),
							text: words(160).meta({ title: 'Text' }),
						}),
					)
					.length(3)
					.readonly()
					.meta({ title: 'Steps' }),
				answers: z
					.array(z.strictObject({ slug: guide, question: words(80).meta({ title: 'Question' }) }))
					.max(6)
					.readonly()
					.meta({ title: 'Questions that a guide answers' }),
			})
			.meta({ title: 'How the shop helps' }),
		readers: z.strictObject(titleAndNote).meta({ title: 'Above what readers say' }),
		testimonials: z
			.array(testimonialSchema)
			.max(6)
			.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two of them have the same id')
			.readonly()
			.meta({
				title: 'What readers say',
				description: 'Claims: visitors see each once you confirm it under Products, Claims.',
				confirmed: true,
			}),
		start: z
			.strictObject({
				title: words(60).meta({ title: 'Title' }),
				more: words(120).meta({ title: 'After the sentence that names the free guides' }),
			})
			.meta({ title: 'At the end' }),
	})
	.meta({ title: 'Home' })

export type HomePage = z.infer<typeof homePageSchema>

export const aboutPageSchema = z
	.strictObject({
		...head,
		headline,
		lead: words(300).meta({ title: 'Sentences below the headline' }),
		covers: z.array(guide).max(3).readonly().meta({
			title: 'Covers beside the headline',
			description: 'From back to front.',
		}),
		/** What stands around the story. */
		began: z.strictObject(titleAndNote).meta({ title: 'Above your story' }),
		/** The story of the shop in the words of its creator, by paragraphs. Also a marketing claim. */
		story: z.array(words(1_000)).min(1).max(20).readonly().meta({
			title: 'Your story',
			description:
				'One item for each paragraph. A claim: visitors see it once you confirm it under Products, Claims.',
			confirmed: true,
		}),
		sections: z
			.array(
				z.strictObject({
					...titleAndNote,
					text: richText({ most: 4_000, insert: ['seller-name', 'seller-email'] }).meta({ title: 'Text' }),
				}),
			)
			.min(1)
			.max(20)
			.readonly()
			.meta({ title: 'Sections' }),
	})
	.meta({ title: 'About' })

export type AboutPage = z.infer<typeof aboutPageSchema>

/** Returns the guides that one of these pages names, with where. There are none in words that don't fit the page yet. */
export function guidesNamedIn(id: string, content: unknown): { path: string; slug: string }[] {
	const home = id === 'home' ? homePageSchema.safeParse(content).data : undefined
	const about = id === 'about' ? aboutPageSchema.safeParse(content).data : undefined
	return [
		...(home?.first ?? []).map((slug, at) => ({ path: `first.${at}`, slug })),
		...(home?.help.answers ?? []).map(({ slug }, at) => ({ path: `help.answers.${at}.slug`, slug })),
		...(about?.covers ?? []).map((slug, at) => ({ path: `covers.${at}`, slug })),
	]
}
