import { AppError } from '#server/platform/app-error.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { nounOf } from '#shared/bundle-id.ts'

// What buyers are told when a checkout can't begin.

export function notForSale(): AppError {
	return new AppError('not_for_sale', 400, 'This product is not for sale')
}

/** Reports a buyer who says that they live where the shop doesn't sell. `notice` says where it does (`where-we-sell.ts`). */
export function notSoldThere(notice: string | null): AppError {
	return new AppError(
		'not_sold_there',
		403,
		`${notice ?? 'We don’t sell there:'} please take our free guides instead. You haven’t been charged.`,
	)
}

export function shopClosed(message: string): AppError {
	return new AppError('shop_closed', 503, message)
}

export function accountDeleted(cause?: unknown): AppError {
	return new AppError('session_not_found', 403, 'This account has been deleted. You have not been charged.', {
		cause,
	})
}

export function providerUnreachable(cause: unknown): AppError {
	return new AppError(
		'payment_provider_unavailable',
		503,
		'The payment provider cannot be reached just now. You have not been charged. Please try again.',
		{ retryAfter: 10, cause },
	)
}

export function checkoutRefused(cause: unknown): AppError {
	return new AppError(
		'payment_provider_unavailable',
		503,
		'The payment provider refused this checkout. You have not been charged. Please try again in a few minutes, or write to us.',
		{ retryAfter: 60, cause },
	)
}

/** Reports a code in a link that this buyer can't use for this guide or bundle now. */
export function codeNotUsable(reason: string, catalogueId: string, cause?: unknown): AppError {
	return new AppError('code_not_usable', 409, atNormalPrice(reason, catalogueId), { cause })
}

export function unknownCode(catalogueId: string): AppError {
	const reason = 'The code in this link isn’t one of ours'
	return new AppError('unknown_code', 404, atNormalPrice(reason, catalogueId))
}

function atNormalPrice(reason: string, catalogueId: string): string {
	return `${reason}, so this ${nounOf(catalogueId)} is at its normal price.`
}

export function alreadyPurchased(): AppError {
	return new AppError('already_purchased', 409, 'You already own this product', {
		details: { already_purchased: true },
	})
}

/** The buyer owns some guides of a bundle. `left` are the ids of the others. */
export function partAlreadyPurchased(
	names: { owned: string; left: string },
	left: readonly string[],
): AppError {
	return new AppError(
		'already_purchased',
		409,
		`You already own ${names.owned}. Buy ${names.left} separately instead. You have not been charged.`,
		{
			// `already_purchased` is left out, because it would make pages believe that the user owns everything in the bundle.
			details: { guides_left: left },
		},
	)
}

export function paymentUnderReview(): AppError {
	return new AppError(
		'payment_under_review',
		409,
		'We have received a payment from you for this product and are checking it by hand. Please do not pay again: you will get either the guide or your money back.',
	)
}

export function paymentSettling(): AppError {
	return new AppError(
		'payment_settling',
		409,
		'Your payment for this product is on its way from your bank, which can take a few days. Please do not pay again: the guide will be under Your guides as soon as it arrives.',
	)
}

// What owners are told when an act can't be carried out.

export function productNotFound(): DecisionError {
	return new DecisionError('The shop has no such product.')
}

export function guideNotOnSale(): DecisionError {
	return new DecisionError('One of the guides isn’t on sale. Choose again.')
}

export function alreadyWithdrawn(): DecisionError {
	return new DecisionError('Somebody else has already withdrawn it.')
}

export function purchaseWasFree(): DecisionError {
	return new DecisionError('It was free: there is nothing to give back.')
}

export function nothingToRefund(purchaseId: string, status: string | undefined): DecisionError {
	return new DecisionError(`Purchase ${purchaseId} is ${status}: there is nothing to give back.`)
}

/** The payment has an open dispute. */
export function heldByBank(): DecisionError {
	return new DecisionError(
		'Their bank has disputed this payment and holds the money: answer the dispute instead.',
	)
}

/** The payment has a lost dispute. */
export function takenByBank(): DecisionError {
	return new DecisionError(
		'Their bank has taken money of this payment back, so Stripe refunds nothing more of it. Return the rest some other way, and record it with npm run admin -- record-refund.',
	)
}

export function paymentNotFound(paymentIntentId: string): DecisionError {
	return new DecisionError(
		`Stripe has no payment ${paymentIntentId}: was it taken with another key? Nothing was changed.`,
	)
}
