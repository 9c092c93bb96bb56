import { z } from 'zod'
import { isUploaded } from '#shared/media.ts'
import { networkNames, profileFaults, socialNetworks } from '#shared/site.ts'
import { accentsSchema } from './accents.ts'
import { openGraphSchema, pictureSchema } from './picture.ts'
import { isLinkAddress } from './rich-text.ts'
import { linkRule } from './rich-text-schema.ts'
import { words } from './words.ts'

/**
 * What the shop is called. It stands in subjects and in text messages, beside the address that an email comes from, and in the apps that
 * show codes, so it has no marks that mean something there.
 */
export const shopNameSchema = words(30).regex(
	/^(?! )(?=.*[\p{L}\p{N}])(?:[\p{L}\p{M}\p{N}&'’.!+·–-]| (?=[^ ]))+$/u,
	'may have letters, digits, single spaces, and & ’ . ! + · – -',
)

const { alt, caption } = pictureSchema.shape
const readOut = 'People who can’t see it hear the shop’s name.'

/** A logo of the owner's: none or one picture. */
const logoSchema = z
	.array(
		pictureSchema.extend({
			alt: alt.meta({ title: 'Alternative text', fixed: readOut }),
			caption: caption.meta({ title: 'Note in the margin', fixed: 'A logo has none.' }),
		}),
	)
	.max(1)
	.refine((all) => all.every(({ name }) => isUploaded(name)), 'comes from Media')
	.readonly()

/** What belongs to no single page. */
export const siteSchema = z
	.strictObject({
		name: shopNameSchema.meta({
			title: 'Name of the shop',
			description:
				'On every page, in emails, text messages and the apps that show codes. Texts that came with the shop and that you haven’t changed say it too; pictures and guides stay as they are.',
		}),
		logo: logoSchema.meta({
			title: 'Logo',
			description:
				'In the header and the footer in place of the name. One that is at most twice as wide as high is also the icon in browsers, on home screens and in emails; otherwise that’s the first letter of the name. A PNG without a background looks best.',
			arranged: true,
		}),
		darkLogo: logoSchema.meta({
			title: 'Logo in the dark theme',
			description: 'Without one, the logo lies on light paper there.',
			arranged: true,
		}),
		tagline: words(40).meta({ title: 'Below the name', description: 'In the header of every page.' }),
		notice: z
			.strictObject({
				text: words(240).meta({ title: 'Text' }),
				link: z
					.strictObject({
						text: words(60).meta({ title: 'Words of the link' }),
						address: words(300).refine(isLinkAddress, linkRule).meta({ title: 'Where it leads' }),
					})
					.exactOptional()
					.meta({ title: 'Link after it' }),
			})
			.exactOptional()
			.meta({
				title: 'Notice bar',
				description: 'A sentence or two at the top of every page, for as long as it is here.',
			}),
		footer: z
			.strictObject({
				sentence: words(160).meta({ title: 'Sentence beside the name' }),
				pages: words(40).meta({ title: 'Above the main pages' }),
				categories: words(40).meta({ title: 'Above the categories' }),
				help: words(40).meta({ title: 'Above contact and terms' }),
				profiles: words(40).meta({ title: 'Above your profiles' }),
				share: words(40).meta({ title: 'Above links for sharing', description: 'Without a profile.' }),
				shared: words(100).meta({
					title: 'What a visitor shares',
					description: 'The shop’s address follows.',
				}),
			})
			.meta({ title: 'Footer' }),
		accents: accentsSchema.meta({
			title: 'Colours of the categories',
			description:
				'Of their marks and bands, and of covers that the shop draws. Pictures of guides stay as they are.',
		}),
		profiles: z
			.array(words(200))
			.max(socialNetworks.length)
			.superRefine((addresses, { addIssue }) => {
				for (const { at, says } of profileFaults(addresses))
					addIssue({ code: 'custom', path: [at], message: says })
			})
			.readonly()
			.meta({
				title: 'Your profiles',
				description: `Their addresses, one at each of ${networkNames}. Without any, the footer has those of the setting SOCIAL_LINKS, or links for sharing.`,
			}),
		/** The preview picture of every page that is not about one product: `catalogue/design/open-graph.jpg`. */
		openGraph: openGraphSchema.meta({
			title: 'Picture of shared links',
			fixed: 'It is drawn with the shop, and so are the words for who can’t see it.',
		}),
	})
	.meta({ title: 'Every page: header, footer, notice bar' })

export type SiteWords = z.infer<typeof siteSchema>
