/** The networks a shop may have a profile at, in the order the footer shows them. */
export const socialNetworks = [
	{ id: 'instagram', name: 'Instagram', host: 'instagram.com' },
	{ id: 'tiktok', name: 'TikTok', host: 'tiktok.com' },
	{ id: 'youtube', name: 'YouTube', host: 'youtube.com' },
	{ id: 'linkedin', name: 'LinkedIn', host: 'linkedin.com' },
	{ id: 'x', name: 'X', host: 'x.com' },
	{ id: 'facebook', name: 'Facebook', host: 'facebook.com' },
] as const

export type SocialNetwork = (typeof socialNetworks)[number]['id']

/**
 * What the pages show of one installation's settings. The pages are built once and for every shop; the running server
 * writes these in when it loads them, and the browser reads them back from the page's head.
 */
export interface Site {
	/** Short texts; empty where the owner has given none. */
	texts: Readonly<Record<SiteText, string>>
	/** Ids of the claims that are shown: all on a local run, those the owner has confirmed on a public site. */
	claims: readonly string[]
	/** The parts of pages that hold for this installation. */
	parts: readonly SitePart[]
}

const profileTexts = socialNetworks.map(({ id }): `profile-${SocialNetwork}` => `profile-${id}`)

export const siteTexts = [
	/** Address of the shop's profile at each network. */
	...profileTexts,
	'trader-name',
	'trader-address',
	'trader-email',
	'company-number',
	'vat-number',
	'ico-number',
	/** The fewest characters of a new password. */
	'password-min-length',
	/** Who counts page views for us, where another company does. */
	'page-views-receiver',
] as const
export type SiteText = (typeof siteTexts)[number]

/** Conditions a part of a page may hang on. */
const siteParts = [
	/** Nobody has said who sells yet: details are samples, and say so. */
	'sample-details',
	'company-number',
	'vat-number',
	'ico-number',
	'page-views-own',
	'page-views-forwarded',
	'page-views-consented',
	'page-views-off',
	'google-sign-in',
	...profileTexts,
	/** The owner has given at least one profile; without any, the footer helps to share the site instead. */
	'profiles',
	'no-profiles',
] as const
export type SitePart = (typeof siteParts)[number]

/** Stands in the built pages for a text. */
export function textPlaceholder(name: SiteText): string {
	return `__${name.toUpperCase().replaceAll('-', '_')}__`
}

/** Stands in the built pages' head for all of it, as JSON. */
export const sitePlaceholder = '__SITE__'

/** The network an address belongs to; undefined if it is not a profile at one of ours. */
export function networkOf(address: string): SocialNetwork | undefined {
	const url = URL.parse(address)
	if (url?.protocol !== 'https:' || url.pathname === '/' || url.username !== '' || url.port !== '')
		return undefined
	return socialNetworks.find(({ host }) => url.hostname === host || url.hostname === `www.${host}`)?.id
}

/** Who sells on a test shop, whose owner has not said who they are: it says so itself, wherever it is shown. */
export const sampleTrader = {
	name: 'Sample Guides (a test shop)',
	address: '1 Sample Street, Sampleton, SA1 1MP',
	email: 'owner@sample.test',
}

/** Who sold it, on the receipt of a test shop. */
export const sampleSeller = `${sampleTrader.name}, ${sampleTrader.address}, ${sampleTrader.email}. No money has moved.`
