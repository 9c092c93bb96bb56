import { catalogue } from '#catalogue/index.ts'
import { detailPath } from '#shared/paths.ts'

/** Pages that anyone can open and that are not in the site map. */
export const unlistedPages = [
	'/auth',
	'/auth/confirm',
	'/auth/recover',
	'/auth/link',
	'/get/cv-secrets',
	'/read/budget-planner/demo',
	'/notice/confirm',
	'/notice/stop',
	'/reviews/stop',
	'/editions/stop',
	'/news/stop',
]

/** The pages that anyone can open. The journeys about accessibility and large text visit each. */
export const openPages = [
	'/',
	'/free',
	'/premium',
	'/career',
	'/categories/business',
	'/about',
	...unlistedPages,
	'/auth?redirect=/get/cv-secrets&tab=sign-up',
	...catalogue.map(detailPath).filter((path) => path !== undefined),
	'/contact',
	'/privacy',
	'/terms',
	'/refunds',
	'/accessibility',
]
