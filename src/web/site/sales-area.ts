import { siteValues } from '#shared/site-values.ts'
import { type SalesArea, salesAreas } from '#shared/where-we-sell.ts'

/** Returns where the shop sells. A file of its own, because only pages of products and texts say it. */
export function salesArea(): SalesArea {
	const sells = siteValues().get('sells')
	return salesAreas.find((area) => area === sells) ?? 'uk'
}
