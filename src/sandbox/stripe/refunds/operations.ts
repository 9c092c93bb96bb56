import { z } from 'zod'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import { refuseUnknown, retrieve } from '#sandbox/stripe/payments/operations.ts'
import { createRefund, refundCreateParams } from '#sandbox/stripe/refunds/create-refund.ts'

export const refundOperations: readonly Operation[] = [
	operation({
		name: 'refunds.create',
		method: 'POST',
		path: '/refunds',
		params: refundCreateParams,
		run: ({ world }, params) => createRefund(world, params),
	}),
	retrieve('refunds.retrieve', '/refunds/:id', 'refund', 'refund'),
	operation({
		name: 'refunds.list',
		method: 'GET',
		path: '/refunds',
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			charge: text().optional(),
			payment_intent: text().optional(),
		}),
		run: ({ world, url }, { created, charge, payment_intent, ...page }) => {
			refuseUnknown(world, 'payment_intent', payment_intent)
			return listPage(world.objects, 'refund', url, page, {
				parent: charge,
				where: payment_intent === undefined ? {} : { payment_intent },
				...(created === undefined ? {} : { created }),
			})
		},
	}),
]
