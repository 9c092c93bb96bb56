import { catalogue } from '#catalogue/index.ts'
import { detailPath } from '#shared/paths.ts'

/** The pages that anyone can open. The journeys about accessibility and large text visit each. */
export const openPages = [
	'/',
	'/free',
	'/premium',
	'/career',
	'/categories/business',
	'/about',
	'/auth',
	'/auth/confirm',
	'/auth/recover',
	'/auth/link',
	'/auth?redirect=/get/cv-secrets&tab=sign-up',
	'/get/cv-secrets',
	'/read/budget-planner/demo',
	'/notice/confirm',
	'/notice/stop',
	'/reviews/stop',
	'/editions/stop',
	'/news/stop',
	...catalogue.map(detailPath).filter((path) => path !== undefined),
	'/contact',
	'/privacy',
	'/terms',
	'/refunds',
	'/accessibility',
]
