import { z } from 'zod'
import { claims } from '#catalogue/claims.ts'
import { list } from '#server/settings/fields.ts'
import type { PageViewSettings } from '#server/settings/page-views.ts'
import { sampleTrader } from '#shared/sample-trader.ts'
import type { Site, SitePart } from '#shared/site.ts'

const claimIds = new Set<string>(claims.map(({ id }) => id))

/** The settings in the environment, by name. `.env.example` describes them. */
export const siteSettingsFields = {
	CONFIRMED_CLAIMS: list(',')
		.transform((ids) => (ids.length === 1 && ids[0] === 'none' ? [] : ids))
		.superRefine((ids, context) => {
			// Names of claims are no secrets, and only the name tells the owner what to mend.
			for (const id of ids) if (!claimIds.has(id)) context.addIssue(`there is no claim "${id}"`)
		})
		.optional(),
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
	/** Whether people can sign in with Google here. */
	google: boolean
}

/** What the pages show of the settings. On a local run all claims are shown, and sample details where there are none. */
export function siteOf(options: SiteOptions): Site {
	const { given, isPublic, trader, vatNumber: vat, pageViews, google } = options
	const { name, address, email } = trader ?? sampleTrader
	const { TRADER_COMPANY_NUMBER: company, TRADER_ICO_NUMBER: ico } = given
	const parts: readonly (SitePart | false)[] = [
		trader === undefined && 'sample-details',
		company !== undefined && 'company-number',
		vat !== undefined && 'vat-number',
		ico !== undefined && 'ico-number',
		pageViewPart[pageViews.kind],
		google && 'google-sign-in',
	]
	return {
		texts: {
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
