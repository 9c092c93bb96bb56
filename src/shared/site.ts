/** The social networks on which a shop can have a profile, in the order of the footer. */
export const socialNetworks = [
	{ id: 'instagram', name: 'Instagram', host: 'instagram.com' },
	{ id: 'tiktok', name: 'TikTok', host: 'tiktok.com' },
	{ id: 'youtube', name: 'YouTube', host: 'youtube.com' },
	{ id: 'linkedin', name: 'LinkedIn', host: 'linkedin.com' },
	{ id: 'x', name: 'X', host: 'x.com' },
	{ id: 'facebook', name: 'Facebook', host: 'facebook.com' },
] as const

export type SocialNetwork = (typeof socialNetworks)[number]['id']

export const networkNames = socialNetworks.map(({ name }) => name).join(', ')

/** The settings that pages need. The running server renders the pages with them, and the browser reads them from the head of the page. */
export interface Site {
	/** Short texts. A text that the owner has not set is empty. */
	texts: Readonly<Record<SiteText, string>>
	/** Ids of the marketing claims that are shown: all on a local run, and on a public site those that the owner has confirmed. */
	marketingClaims: readonly string[]
	/** The marked parts that pages show. */
	parts: readonly SitePart[]
	/** The addresses of the shop's profiles, which the footer shows until the owner writes others. */
	profiles: readonly string[]
}

/** What programs may do with pages, in the words of `Content-Signal` (https://contentsignals.org). */
export const contentUses = ['search', 'ai-input', 'ai-train'] as const

const siteTexts = [
	'trader-name',
	'trader-address',
	'trader-email',
	'company-number',
	'vat-number',
	'ico-number',
	/** Minimum length of a new password. */
	'password-min-length',
	/** The company that counts page views for the shop, if any. */
	'page-views-receiver',
	/** What programs may do with the pages (`contentUses`), comma separated. */
	'content-uses',
	/** The company whose captcha is shown, if any. */
	'captcha-company',
] as const
export type SiteText = (typeof siteTexts)[number]

/** Conditions for showing a part of a page. */
const siteParts = [
	/** The seller is not set, so sample details are shown and marked as such. */
	'sample-details',
	'company-number',
	'vat-number',
	'ico-number',
	'page-views-own',
	'page-views-forwarded',
	'page-views-consented',
	'page-views-off',
	'google-sign-in',
	/** Members of a university can sign in with their campus login. */
	'campus-sign-in',
	/** Users can sign in with passkeys. */
	'passkeys',
	/** The visitor’s device solves a proof of work before each sign-in and before each request for an email. */
	'captcha-work',
	/** A widget of another company’s captcha is shown before each sign-in and before each request for an email. */
	'captcha-widget',
	/** Users can sign in by phone, and use the phone as a second factor. */
	'phone-sign-in',
	/** A phone number that begins with 0 is taken for a UK number. */
	'uk-numbers',
	/** The site is a rehearsal. */
	'rehearsal',
	/** The database is quarantined. */
	'quarantined',
	/** The owner has written a text for the notice bar. */
	'notice',
	/** An article is published. */
	'articles',
] as const
export type SitePart = (typeof siteParts)[number]

/** Returns the network that an address belongs to; undefined if it is not a profile on one of these networks. */
export function networkOf(address: string): SocialNetwork | undefined {
	const url = URL.parse(address)
	if (
		url === null ||
		!/^https:\/\//i.test(address) ||
		url.pathname === '/' ||
		url.username !== '' ||
		url.port !== ''
	)
		return undefined
	return socialNetworks.find(({ host }) => url.hostname === host || url.hostname === `www.${host}`)?.id
}

/** Returns what is wrong with the addresses of the shop's profiles: each must be a profile, and no two at one network. */
export function profileFaults(addresses: readonly string[]): { at: number; says: string }[] {
	const networks = addresses.map(networkOf)
	return networks.flatMap((network, at) => {
		if (network === undefined)
			return { at, says: `must be the https address of a profile at ${networkNames}` }
		return networks.indexOf(network) < at ? { at, says: 'is the second profile at one network' } : []
	})
}

/** The seller that a test shop shows if its owner has not set one. The name says that this is a sample. */
export const sampleTrader = {
	name: 'Sample Guides (a test shop)',
	address: '1 Sample Street, Sampleton, SA1 1MP',
	email: 'owner@sample.test',
}

/** The seller on the receipts of a test shop. */
export const sampleSeller = `${sampleTrader.name}, ${sampleTrader.address}, ${sampleTrader.email}. No money has moved.`
