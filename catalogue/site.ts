import type { SiteWords } from '#shared/content/site-words.ts'
import { siteOpenGraph } from './gallery.ts'

export const site: SiteWords = {
	name: 'Headstart',
	logo: [],
	darkLogo: [],
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
	accents: {
		Career: { light: '#1d4c63', dark: '#8cc3dd' },
		Finance: { light: '#37592b', dark: '#a6ce93' },
		Money: { light: '#7a4510', dark: '#e3ae72' },
		Academic: { light: '#4d3c77', dark: '#bdaeea' },
		Business: { light: '#85283e', dark: '#ee9db0' },
	},
	profiles: [],
	openGraph: siteOpenGraph,
}
