import { z } from 'zod'
import { ApiError, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { flag, text } from '#sandbox/stripe/api/params.ts'
import { answer, closeDispute, isOpen } from '#sandbox/stripe/disputes/disputes.ts'
import { refuseUnknown, retrieve } from '#sandbox/stripe/payments/operations.ts'

/** The evidence that a shop can give as text. Stripe also accepts files as evidence. */
const evidence = z.strictObject({
	access_activity_log: text(20_000).optional(),
	product_description: text(20_000).optional(),
	uncategorized_text: text(20_000).optional(),
})

export const disputeOperations: readonly Operation[] = [
	retrieve('disputes.retrieve', '/disputes/:id', 'dispute', 'dispute'),
	operation({
		name: 'disputes.list',
		method: 'GET',
		path: '/disputes',
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			charge: text().optional(),
			payment_intent: text().optional(),
		}),
		run: ({ world, url }, { created, charge, payment_intent, ...page }) => {
			refuseUnknown(world, 'payment_intent', payment_intent)
			return listPage(world.objects, 'dispute', url, page, {
				parent: charge,
				where: payment_intent === undefined ? {} : { payment_intent },
				...(created === undefined ? {} : { created }),
			})
		},
	}),
	operation({
		name: 'disputes.update',
		method: 'POST',
		path: '/disputes/:id',
		params: z.strictObject({ evidence: evidence.optional(), submit: flag.optional() }),
		run: ({ world, id }, { evidence: given, submit = true }) => {
			const dispute = world.objects.find('dispute', id)
			if (dispute === undefined) throw noSuch('dispute', id, 'dispute')
			const kept = world.objects.update('dispute', {
				...dispute,
				evidence: Object.assign({ ...dispute.evidence }, given),
			})
			return submit ? answer(world, kept) : kept
		},
	}),
	operation({
		name: 'disputes.close',
		method: 'POST',
		path: '/disputes/:id/close',
		params: z.strictObject({}),
		run: ({ world, id }) => {
			const dispute = world.objects.find('dispute', id)
			if (dispute === undefined) throw noSuch('dispute', id, 'dispute')
			if (!isOpen(dispute)) throw new ApiError({ status: 400, message: 'This dispute is already closed.' })
			return closeDispute(world, dispute, 'lost')
		},
	}),
]
