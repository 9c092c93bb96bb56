import type { SiteWords } from '#shared/content/site-words.ts'
import { siteOpenGraph } from './gallery.ts'

export const site: SiteWords = {
	name: 'Headstart',
	tagline: 'Free & Premium Guides',
	footer: {
		sentence: 'Guides and templates for students and graduates in the UK, wherever you started from.',
		pages: 'Quick links',
		categories: 'Categories',
		help: 'Help and terms',
		profiles: 'Follow us',
		share: 'Tell a friend',
		shared: 'Free and paid guides for students and graduates',
	},
	profiles: [],
	openGraph: siteOpenGraph,
}
