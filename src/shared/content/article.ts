import { z } from 'zod'
import { isUploaded } from '#shared/media.ts'
import { slugPattern } from '#shared/slug.ts'
import { guide } from './own-pages.ts'
import { pictureSchema } from './picture.ts'
import { productPageSchema } from './product-page.ts'
import { isLinkAddress } from './rich-text.ts'
import { richText } from './rich-text-schema.ts'
import { words } from './words.ts'

/** Parts of addresses that the site itself has, or that look like pages of the list. */
export const reservedSlugs = ['404', 'feed', 'index', 'new', 'page']

/** An article that an owner writes. When it was published is in its history, so nobody types that. */
export const articleSchema = z
	.strictObject({
		title: words(100).meta({ title: 'Title' }),
		slug: words(80)
			.regex(slugPattern, 'has only small letters, digits, and single hyphens between them')
			.refine((slug) => !reservedSlugs.includes(slug), 'is kept for the site itself')
			.meta({
				title: 'Address',
				description: 'What follows /articles/. It stays as it is once the article has been published.',
				fixed: 'Others may have linked to it, so it stays.',
				open: true,
			}),
		summary: words(200).meta({
			title: 'Summary',
			description:
				'One sentence, below the title and in lists. Search engines show 120 to 160 characters of it.',
		}),
		author: productPageSchema.shape.author,
		checkedBy: productPageSchema.shape.checkedBy,
		text: richText({ most: 40_000, isLong: true }).meta({ title: 'Text' }),
		/** None or one. */
		picture: z
			.array(pictureSchema)
			.max(1)
			.refine((all) => all.every(({ name }) => isUploaded(name)), 'comes from Media')
			.readonly()
			.meta({ title: 'Picture', description: 'Above the text.', arranged: true }),
		sources: z
			.array(
				z.strictObject({
					name: words(120).meta({ title: 'Name', description: 'Such as “GOV.UK: Deposit protection”.' }),
					address: words(300)
						.refine(
							(address) => address.startsWith('https://') && isLinkAddress(address),
							'begins with https://',
						)
						.meta({ title: 'Address' }),
					read: z.iso.date('is a day, such as 2026-11-28').meta({ title: 'Read on' }),
				}),
			)
			.max(50)
			.readonly()
			.meta({ title: 'Sources', description: 'A numbered list below the text.' }),
		related: z
			.array(guide)
			.max(6)
			.refine((all) => new Set(all).size === all.length, 'has a guide twice')
			.readonly()
			.meta({ title: 'Guides that go with it', description: 'Cards below the text.' }),
	})
	.meta({ title: 'Article' })

export type Article = z.infer<typeof articleSchema>

/** An article as visitors see it. */
export const publishedArticleSchema = articleSchema.extend({
	id: z.string(),
	/** When it was first published. */
	publishedAt: z.iso.datetime(),
	/** When it was last published. */
	changedAt: z.iso.datetime(),
})

export type PublishedArticle = z.infer<typeof publishedArticleSchema>
