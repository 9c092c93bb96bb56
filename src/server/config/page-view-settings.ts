import { z } from 'zod'
import { area, setting } from './setting.ts'
import { origin } from './setting-fields.ts'

/** Where page views are counted. All but `own` and `off` are other companies' services, which only our server calls. */
export type PageViewSettings =
	| { kind: 'own' }
	| { kind: 'off' }
	| { kind: 'plausible'; url: string; domain: string }
	| { kind: 'umami'; url: string; websiteId: string }
	| { kind: 'google'; url: string; measurementId: string; apiSecret: string }

type Given = z.output<typeof pageViewSettings>

export const pageViewSettings = area('Page views', {
	service: setting(
		'PAGE_VIEWS',
		z.enum(['own', 'plausible', 'umami', 'google', 'off'], 'must be own, plausible, umami, google or off'),
		{
			default: 'own',
			description:
				'Where page views are counted: own (a daily number for each page in the shop’s database), plausible, umami, google or off. A visitor’s address, browser or id is never stored or passed on. Google counts only visitors who agree, and the site asks them.',
		},
	),
	plausibleUrl: setting('PLAUSIBLE_URL', origin, {
		default: 'https://plausible.io',
		description: 'For plausible: the address of the service.',
	}),
	plausibleDomain: setting(
		'PLAUSIBLE_DOMAIN',
		z.string().regex(/^[a-z0-9.-]+$/i, 'must be the site’s name at Plausible, such as shop.example'),
		{ description: 'For plausible: the site’s name there. Default: the host of SITE_URL.' },
	),
	umamiUrl: setting('UMAMI_URL', origin, {
		default: 'https://cloud.umami.is',
		description: 'For umami: the address of the service.',
	}),
	umamiWebsiteId: setting('UMAMI_WEBSITE_ID', z.guid('must be a UUID'), {
		description: 'For umami: the site’s id there.',
	}),
	googleUrl: setting('GA_URL', origin, {
		default: 'https://region1.google-analytics.com',
		description:
			'For google: the address of the Measurement Protocol, which our server calls. No Google script is ever loaded.',
	}),
	googleMeasurementId: setting(
		'GA_MEASUREMENT_ID',
		z.string().regex(/^G-[A-Z0-9]+$/, 'must look like G-ABC123'),
		{ example: 'G-...', description: 'For google: the id of the data stream.' },
	),
	googleApiSecret: setting('GA_API_SECRET', z.string(), {
		secret: true,
		description: 'For google: the API secret of the data stream.',
	}),
})

/** Returns the settings missing for the chosen service. */
export function findMissingPageViewSettings(given: Given): string[] {
	const needed = {
		own: {},
		off: {},
		plausible: {},
		umami: { UMAMI_WEBSITE_ID: given.umamiWebsiteId },
		google: { GA_MEASUREMENT_ID: given.googleMeasurementId, GA_API_SECRET: given.googleApiSecret },
	}
	return Object.entries(needed[given.service])
		.filter(([, value]) => value === undefined)
		.map(([name]) => `${name}: needed because PAGE_VIEWS is ${given.service}`)
}

/** Returns where page views are counted. Plausible knows the site by its host unless a setting says otherwise. */
export function choosePageViewService(given: Given, siteUrl: string): PageViewSettings {
	switch (given.service) {
		case 'plausible':
			return {
				kind: 'plausible',
				url: given.plausibleUrl,
				domain: given.plausibleDomain ?? new URL(siteUrl).hostname,
			}
		case 'umami':
			return { kind: 'umami', url: given.umamiUrl, websiteId: given.umamiWebsiteId ?? '' }
		case 'google':
			return {
				kind: 'google',
				url: given.googleUrl,
				measurementId: given.googleMeasurementId ?? '',
				apiSecret: given.googleApiSecret ?? '',
			}
		default:
			return { kind: given.service }
	}
}
