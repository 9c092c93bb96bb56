import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { listOfPayment, retrieve } from '#sandbox/stripe/payments/operations.ts'
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
	listOfPayment('refunds.list', '/refunds', 'refund'),
]
