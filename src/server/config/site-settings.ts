import { z } from 'zod'
import { marketingClaims } from '#catalogue/marketing-claims.ts'
import { writtenEmailAddress } from '#shared/email-address.ts'
import type { Site, SitePart } from '#shared/site.ts'
import { contentUses, networkNames, profileFaults, sampleTrader } from '#shared/site.ts'
import type { CaptchaSettings } from './captcha-settings.ts'
import type { PageViewSettings } from './page-view-settings.ts'
import { area, setting } from './setting.ts'
import { list } from './setting-fields.ts'

const claimIds = new Set<string>(marketingClaims.map(({ id }) => id))

/** Addresses of the shop's profiles, at most one at each network. */
const socialLinks = list(',').superRefine((addresses, context) => {
	for (const { at, says } of profileFaults(addresses)) context.addIssue(`"${addresses[at]}" ${says}`)
})

const contentSignal = list(',')
	.transform((uses) => (uses.length === 1 && uses[0] === 'none' ? [] : uses))
	.pipe(z.array(z.enum(contentUses)))

const confirmedClaims = list(',')
	.transform((ids) => (ids.length === 1 && ids[0] === 'none' ? [] : ids))
	.superRefine((ids, context) => {
		// Ids of marketing claims are not secret, and the owner needs the id to fix the setting.
		for (const id of ids) if (!claimIds.has(id)) context.addIssue(`there is no claim "${id}"`)
	})

export const traderSettings = area(
	'The seller, named on receipts, at the foot of every page and on /contact, /terms and /privacy, as UK law requires',
	{
		name: setting('TRADER_NAME', z.string(), { public: true, description: 'The seller’s name.' }),
		address: setting('TRADER_ADDRESS', z.string(), {
			public: true,
			description: 'The seller’s postal address.',
		}),
		email: setting('TRADER_EMAIL', writtenEmailAddress('must be an email address'), {
			public: true,
			description: 'The address buyers write to.',
		}),
		companyNumber: setting('TRADER_COMPANY_NUMBER', z.string(), {
			description: 'The seller’s company number (Companies House), if any.',
		}),
		icoNumber: setting('TRADER_ICO_NUMBER', z.string(), {
			description: 'The seller’s data protection registration (ICO), if any.',
		}),
	},
)

export const siteSettings = area('Pages', {
	confirmedClaims: setting('CONFIRMED_MARKETING_CLAIMS', confirmedClaims, {
		formerly: 'CONFIRMED_CLAIMS',
		example: 'rating-cv-secrets,creator-story',
		description:
			'Ids of the ratings, download counts, testimonials and stories that you can prove, comma separated. A public site hides all others; `npm run doctor` lists their ids. Your own machine shows all until this is set; `none` shows none.',
	}),
	contentSignal: setting('CONTENT_SIGNAL', contentSignal, {
		default: 'search,ai-input',
		example: 'search',
		description:
			'What programs may do with the pages, comma separated: `search` lists them, `ai-input` answers questions with them, `ai-train` trains models on them; `none` allows nothing. `robots.txt` says so, and sends the crawlers that collect for training away unless they may.',
	}),
	socialLinks: setting('SOCIAL_LINKS', socialLinks, {
		default: '',
		example: 'https://www.instagram.com/headstart,https://www.tiktok.com/@headstart',
		description: `The shop’s profiles for “Follow us” in the footer, comma separated: ${networkNames}, one each. Those that you write in the admin (Words) count instead. Without any, the footer has links for telling a friend.`,
	}),
})

/** The seller's details, which pages and receipts show. */
export interface Trader {
	name: string
	address: string
	email: string
}

interface SiteOptions {
	given: z.output<typeof siteSettings>
	isPublic: boolean
	trader: Trader | undefined
	companyNumber: string | undefined
	icoNumber: string | undefined
	vatNumber: string | undefined
	passwordMinLength: number
	pageViews: PageViewSettings
	/** Whether signing in with Google is offered. */
	google: boolean
	/** Whether passkeys are offered. */
	passkeys: boolean
	captcha: CaptchaSettings | undefined
	/** Whether signing in by phone is offered. */
	phone: boolean
	/** Whether a phone number that begins with 0 is read as a UK number. */
	readsUkNumbers: boolean
	isRehearsal: boolean
}

/** Returns what pages show of the settings. By default, a local run shows all marketing claims and a sample seller. */
export function siteOf(options: SiteOptions): Site {
	const { given, isPublic, trader, companyNumber, icoNumber, vatNumber, pageViews, google } = options
	const { passwordMinLength, passkeys: hasPasskeys, captcha, isRehearsal } = options
	const hasWidget = captcha !== undefined && captcha.kind !== 'proof-of-work'
	const { name, address, email } = trader ?? sampleTrader
	const parts: readonly (SitePart | false)[] = [
		trader === undefined && 'sample-details',
		companyNumber !== undefined && 'company-number',
		vatNumber !== undefined && 'vat-number',
		icoNumber !== undefined && 'ico-number',
		pageViewPart[pageViews.kind],
		google && 'google-sign-in',
		hasPasskeys && 'passkeys',
		captcha?.kind === 'proof-of-work' && 'captcha-work',
		hasWidget && 'captcha-widget',
		options.phone && 'phone-sign-in',
		options.readsUkNumbers && 'uk-numbers',
		isRehearsal && 'rehearsal',
	]
	return {
		texts: {
			'trader-name': name,
			'trader-address': address,
			'trader-email': email,
			'company-number': companyNumber ?? '',
			'vat-number': vatNumber ?? '',
			'ico-number': icoNumber ?? '',
			'password-min-length': String(passwordMinLength),
			'page-views-receiver': receivers[pageViews.kind],
			'content-uses': given.contentSignal.join(','),
			'captcha-company': hasWidget ? companies[captcha.kind] : '',
		},
		marketingClaims: given.confirmedClaims ?? (isPublic ? [] : [...claimIds]),
		parts: parts.filter((part) => part !== false),
		profiles: given.socialLinks,
	}
}

const pageViewPart = {
	own: 'page-views-own',
	off: 'page-views-off',
	plausible: 'page-views-forwarded',
	umami: 'page-views-forwarded',
	google: 'page-views-consented',
} as const satisfies Record<PageViewSettings['kind'], SitePart>

/** The companies behind the captchas, as the privacy page names them. */
const companies = { turnstile: 'Cloudflare (Turnstile)', hcaptcha: 'hCaptcha' } as const

const receivers = {
	own: '',
	off: '',
	plausible: 'Plausible',
	umami: 'Umami',
	google: 'Google Analytics',
} as const
