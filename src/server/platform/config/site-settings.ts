import { z } from 'zod'
import { claims } from '#catalogue/claims.ts'
import type { PageViewSettings } from '#server/platform/config/page-view-settings.ts'
import { list } from '#server/platform/config/setting-fields.ts'
import { sampleTrader } from '#shared/sample-trader.ts'
import type { Site, SitePart } from '#shared/site.ts'
import { networkOf, type SocialNetwork, socialNetworks } from '#shared/social-networks.ts'

const claimIds = new Set<string>(claims.map(({ id }) => id))

const networkNames = socialNetworks.map(({ name }) => name).join(', ')

/** Addresses of the shop's profiles by network, at most one for each. */
const socialLinks = list(',').transform((addresses, context) => {
	const links = new Map<SocialNetwork, string>()
	for (const address of addresses) {
		const network = networkOf(address)
		if (network === undefined)
			context.addIssue(`"${address}" must be the https address of a profile at ${networkNames}`)
		else if (links.has(network)) context.addIssue(`"${address}" is the second profile at one network`)
		else links.set(network, address)
	}
	return links
})

/** The settings in the environment, by name. `.env.example` describes them. */
export const siteSettingsFields = {
	CONFIRMED_CLAIMS: list(',')
		.transform((ids) => (ids.length === 1 && ids[0] === 'none' ? [] : ids))
		.superRefine((ids, context) => {
			// Ids of claims are not secret, and the owner needs the id to fix the setting.
			for (const id of ids) if (!claimIds.has(id)) context.addIssue(`there is no claim "${id}"`)
		})
		.optional(),
	SOCIAL_LINKS: socialLinks.default(new Map()),
	TRADER_COMPANY_NUMBER: z.string().optional(),
	TRADER_ICO_NUMBER: z.string().optional(),
}

type Given = z.infer<z.ZodObject<typeof siteSettingsFields>>

interface SiteOptions {
	given: Given
	isPublic: boolean
	trader: { name: string; address: string; email: string } | undefined
	vatNumber: string | undefined
	pageViews: PageViewSettings
	/** Whether signing in with Google is offered. */
	google: boolean
}

/** Returns what pages show of the settings. A local run shows all marketing claims, and sample details of the seller. */
export function siteOf(options: SiteOptions): Site {
	const { given, isPublic, trader, vatNumber: vat, pageViews, google } = options
	const { name, address, email } = trader ?? sampleTrader
	const { TRADER_COMPANY_NUMBER: company, TRADER_ICO_NUMBER: ico } = given
	const profiles = given.SOCIAL_LINKS
	const parts: readonly (SitePart | false)[] = [
		...[...profiles.keys()].map((network): SitePart => `profile-${network}`),
		profiles.size > 0 ? 'profiles' : 'no-profiles',
		trader === undefined && 'sample-details',
		company !== undefined && 'company-number',
		vat !== undefined && 'vat-number',
		ico !== undefined && 'ico-number',
		pageViewPart[pageViews.kind],
		google && 'google-sign-in',
	]
	return {
		texts: {
			'profile-instagram': profiles.get('instagram') ?? '',
			'profile-tiktok': profiles.get('tiktok') ?? '',
			'profile-youtube': profiles.get('youtube') ?? '',
			'profile-linkedin': profiles.get('linkedin') ?? '',
			'profile-x': profiles.get('x') ?? '',
			'profile-facebook': profiles.get('facebook') ?? '',
			'trader-name': name,
			'trader-address': address,
			'trader-email': email,
			'company-number': company ?? '',
			'vat-number': vat ?? '',
			'ico-number': ico ?? '',
			'page-views-receiver': receivers[pageViews.kind],
		},
		claims: given.CONFIRMED_CLAIMS ?? (isPublic ? [] : [...claimIds]),
		parts: parts.filter((part) => part !== false),
	}
}

const pageViewPart = {
	own: 'page-views-own',
	off: 'page-views-off',
	plausible: 'page-views-forwarded',
	umami: 'page-views-forwarded',
	google: 'page-views-consented',
} as const satisfies Record<PageViewSettings['kind'], SitePart>

const receivers = {
	own: '',
	off: '',
	plausible: 'Plausible',
	umami: 'Umami',
	google: 'Google Analytics',
} as const
