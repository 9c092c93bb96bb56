import { z } from 'zod'
import { ApiError, badParam, noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { flag, text } from '#sandbox/stripe/api/params.ts'
import { answer, closeDispute, isOpen } from '#sandbox/stripe/disputes/disputes.ts'
import type { StoredDispute } from '#sandbox/stripe/objects/kinds.ts'
import { listOfPayment, retrieve } from '#sandbox/stripe/payments/operations.ts'

/** The evidence that a shop can give as text. Stripe also accepts files as evidence. */
const evidence = z.strictObject({
	access_activity_log: text(20_000).optional(),
	product_description: text(20_000).optional(),
	uncategorized_text: text(20_000).optional(),
	appeal: z.strictObject({ card: z.strictObject({ reason_for_filing: text(20_000).optional() }) }).optional(),
})

/** Throws Stripe's error if evidence is of another stage than the dispute. An appeal takes only evidence of its own. */
function requireOfStage(dispute: StoredDispute, given: z.infer<typeof evidence>): void {
	const isAppeal = dispute.status.startsWith('appeal_')
	const wrong = Object.keys(given).find((name) => (name === 'appeal') !== isAppeal)
	if (wrong === undefined) return
	throw badParam(
		`evidence[${wrong}]`,
		isAppeal
			? 'This dispute is being appealed, so it only takes evidence in `evidence.appeal`.'
			: 'This dispute is not being appealed, so it takes no evidence in `evidence.appeal`.',
	)
}

export const disputeOperations: readonly Operation[] = [
	retrieve('disputes.retrieve', '/disputes/:id', 'dispute', 'dispute'),
	listOfPayment('disputes.list', '/disputes', 'dispute'),
	operation({
		name: 'disputes.update',
		method: 'POST',
		path: '/disputes/:id',
		params: z.strictObject({ evidence: evidence.optional(), submit: flag.optional() }),
		run: ({ world, id }, { evidence: given, submit = true }) => {
			const dispute = world.objects.find('dispute', id)
			if (dispute === undefined) throw noSuch('dispute', id, 'dispute')
			if (given !== undefined) requireOfStage(dispute, given)
			const kept = world.objects.update('dispute', {
				...dispute,
				evidence: Object.assign({ ...dispute.evidence }, given),
				evidence_details: {
					...dispute.evidence_details,
					has_evidence: dispute.evidence_details.has_evidence || given !== undefined,
				},
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
