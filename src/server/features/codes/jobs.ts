import { defineJob, often } from '#server/platform/jobs/define-job.ts'
import { askStripe } from '#server/shop/failed-job-words.ts'

/** Makes the discount codes at the provider match ours. */
export const settleDiscountCodesJob = defineJob('settle-discount-codes', {
	schedule: often('*/5 * * * *'),
	whenFailed: {
		what: 'A change to a discount code has not reached Stripe',
		means: 'The code may not have started, or may still be usable. Products, Codes says which.',
		todo: askStripe,
	},
})

export const codesJobs = [settleDiscountCodesJob]
