import { AppError } from '#server/platform/app-error.ts'

export function functionNotFound(): AppError {
	return new AppError('NOT_FOUND', 404, 'Requested function was not found')
}

export function signInToBuy(): AppError {
	return new AppError('no_authorization', 401, 'Please sign in to purchase this product')
}

/** Reports an anonymous user, who could neither receive a receipt nor sign in again to read a guide they have paid for. */
export function addEmailToBuy(): AppError {
	return new AppError('email_not_confirmed', 403, 'Add an email address to your account before you buy')
}

/** Reports a user without an address, who could not be answered. */
export function addEmailToAsk(): AppError {
	return new AppError(
		'email_not_confirmed',
		403,
		'Add an email address to your account, so that we can answer',
	)
}

export function unknownProduct(): AppError {
	return new AppError('unknown_product', 400, 'There is no such product')
}

export function bundleNotForSale(): AppError {
	return new AppError('not_for_sale', 400, 'This bundle is no longer sold')
}

export function productMismatch(): AppError {
	return new AppError('product_mismatch', 400, 'Product name and id do not belong together')
}

/** Reports a guide whose file cannot be opened. The cause is logged. */
export function guideUnavailable(cause: unknown): AppError {
	return new AppError(
		'unavailable',
		503,
		'This guide cannot be bought just now. You have not been charged. Please try again later.',
		{ cause },
	)
}

export function productNotComingSoon(): AppError {
	return new AppError('unknown_product', 404, 'No product with this id is coming soon')
}

export function purchaseNotFound(): AppError {
	return new AppError('purchase_not_found', 404, 'There is no such purchase')
}

/** Reports that what a buyer has confirmed is no longer what the shop offers: they have opened the guide, or somebody else has acted. */
export function termsChanged(cause: unknown): AppError {
	return new AppError('plan_changed', 409, 'Something about this purchase has changed. Look again.', {
		cause,
	})
}

export function paymentProviderUnavailable(cause: unknown): AppError {
	return new AppError(
		'payment_provider_unavailable',
		503,
		'The payment provider cannot be reached just now. Please try again in a moment.',
		{ retryAfter: 5, cause },
	)
}
