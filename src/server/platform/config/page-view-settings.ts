import { z } from 'zod'
import { origin } from '#server/platform/config/setting-fields.ts'

/** Where page views are counted. All but `own` and `off` are other companies' services, which only our server calls. */
export type PageViewSettings =
	| { kind: 'own' }
	| { kind: 'off' }
	| { kind: 'plausible'; url: string; domain: string }
	| { kind: 'umami'; url: string; websiteId: string }
	| { kind: 'google'; url: string; measurementId: string; apiSecret: string }

/** The settings as the environment names them. `.env.example` describes them. */
export const pageViewSettingsFields = {
	PAGE_VIEWS: z
		.enum(['own', 'plausible', 'umami', 'google', 'off'], 'must be own, plausible, umami, google or off')
		.default('own'),
	PLAUSIBLE_URL: origin.default('https://plausible.io'),
	PLAUSIBLE_DOMAIN: z
		.string()
		.regex(/^[a-z0-9.-]+$/i, 'must be the site’s name at Plausible, such as shop.example')
		.optional(),
	UMAMI_URL: origin.default('https://cloud.umami.is'),
	UMAMI_WEBSITE_ID: z.guid('must be a UUID').optional(),
	GA_URL: origin.default('https://region1.google-analytics.com'),
	GA_MEASUREMENT_ID: z
		.string()
		.regex(/^G-[A-Z0-9]+$/, 'must look like G-ABC123')
		.optional(),
	GA_API_SECRET: z.string().optional(),
}

type Given = z.infer<z.ZodObject<typeof pageViewSettingsFields>>

/** Returns the settings missing for the chosen service. */
export function pageViewFaults(given: Given): string[] {
	const needed = {
		own: [],
		off: [],
		plausible: [],
		umami: ['UMAMI_WEBSITE_ID'],
		google: ['GA_MEASUREMENT_ID', 'GA_API_SECRET'],
	} as const satisfies Record<Given['PAGE_VIEWS'], readonly (keyof Given)[]>
	return needed[given.PAGE_VIEWS]
		.filter((name) => given[name] === undefined)
		.map((name) => `${name}: needed because PAGE_VIEWS is ${given.PAGE_VIEWS}`)
}

/** Returns the settings of the chosen service. Plausible names a site by its host by default. */
export function pageViewSettings(given: Given, siteUrl: string): PageViewSettings {
	switch (given.PAGE_VIEWS) {
		case 'plausible':
			return {
				kind: 'plausible',
				url: given.PLAUSIBLE_URL,
				domain: given.PLAUSIBLE_DOMAIN ?? new URL(siteUrl).hostname,
			}
		case 'umami':
			return { kind: 'umami', url: given.UMAMI_URL, websiteId: given.UMAMI_WEBSITE_ID ?? '' }
		case 'google':
			return {
				kind: 'google',
				url: given.GA_URL,
				measurementId: given.GA_MEASUREMENT_ID ?? '',
				apiSecret: given.GA_API_SECRET ?? '',
			}
		default:
			return { kind: given.PAGE_VIEWS }
	}
}
