import { z } from 'zod'
import { ApiError, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import { closeDispute, isOpen } from '#sandbox/stripe/disputes/disputes.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'

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
		run: ({ world, url }, { created, charge, payment_intent, ...page }) =>
			listPage(world.objects, 'dispute', url, page, {
				parent: charge,
				where: payment_intent === undefined ? {} : { payment_intent },
				...(created === undefined ? {} : { created }),
			}),
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
