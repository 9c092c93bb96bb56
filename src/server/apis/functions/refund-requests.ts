import { z } from 'zod'
import { limitCheckouts, requireBuyer } from '#server/apis/functions/create-payment.ts'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { purchaseNotFound, termsChanged } from '#server/apis/functions/errors.ts'
import { bodyLimitBytes } from '#server/apis/functions/schemas.ts'
import { ask } from '#server/features/requests/ask.ts'
import { readRefundTerms } from '#server/features/requests/read-terms.ts'
import type { AccessClaims } from '#server/platform/db/transaction.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { longestRequest } from '#shared/refund-limits.ts'
import { type RefundTerms, refundTermsSchema, waysToAsk } from '#shared/refund-terms.ts'

const nothing = z.object({})
const askInput = z
	.object({
		purchaseId: z.uuid(),
		/** What the buyer was offered and has confirmed. */
		way: z.enum(waysToAsk).exclude(['none']),
		said: z.string().trim().max(longestRequest).default(''),
	})
	.refine(({ way, said }) => way !== 'help' || said !== '', { path: ['said'], error: 'Say what is wrong' })

/** `POST /refund-terms`: says what the caller may ask for about each of their purchases. */
export function refundTerms(options: FunctionOptions): Handler {
	return handle({
		about: {
			does: 'Says which of the caller’s purchases can be cancelled or refunded, and why.',
			for: 'users',
			body: nothing,
			answers: { 200: z.strictObject({ purchases: z.array(refundTermsSchema) }) },
		},
		authenticate: (c) => requireBuyer(options, c.req.raw),
		parse: (c) => readBody(c.req.raw, nothing, bodyLimitBytes),
		act: async (c, claims) => c.json({ purchases: await termsOf(options, claims) }),
	})
}

/**
 * `POST /request-refund`: refunds an unopened guide, cancels a purchase whose payment is on its way, or passes a message on to a
 * person. Returns the terms afterwards. Throws `purchase_not_found`, and `plan_changed` if the terms are no longer what the caller
 * has confirmed.
 */
export function requestRefund(options: FunctionOptions): Handler {
	const { database, payments, clock } = options
	return handle({
		about: {
			does: 'Asks for a refund, cancels a purchase, or says what is wrong with it.',
			for: 'users',
			body: askInput,
			answers: { 200: refundTermsSchema },
		},
		authenticate: (c) => requireBuyer(options, c.req.raw),
		limit: (c, claims) => limitCheckouts(options, c, claims),
		parse: (c) => readBody(c.req.raw, askInput, bodyLimitBytes),
		act: async (c, claims, wish) => {
			if ((await termsOf(options, claims, wish.purchaseId)).length === 0) throw purchaseNotFound()
			try {
				await ask(
					{ database, payments, clock, limitPence: limitOf(options) },
					{ ...wish, userId: claims.sub },
				)
			} catch (error) {
				if (error instanceof DecisionError) throw termsChanged(error)
				throw error
			}
			const [terms] = await termsOf(options, claims, wish.purchaseId)
			if (terms === undefined) throw purchaseNotFound()
			return c.json(terms)
		},
	})
}

async function termsOf(
	options: FunctionOptions,
	{ sub: userId }: AccessClaims,
	purchaseId?: string,
): Promise<RefundTerms[]> {
	return await readRefundTerms(
		options.database,
		{ purchaseId, userId },
		{ now: options.clock.now(), limitPence: limitOf(options) },
	)
}

function limitOf({ money }: FunctionOptions): number {
	return money.refundUpTo * 100
}
