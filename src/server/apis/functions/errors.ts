import { AppError } from '#server/platform/app-error.ts'

export function functionNotFound(): AppError {
	return new AppError({ code: 'NOT_FOUND', status: 404, message: 'Requested function was not found' })
}

export function signInToBuy(): AppError {
	return new AppError({
		code: 'no_authorization',
		status: 401,
		message: 'Please sign in to purchase this product',
	})
}

/** Reports an anonymous user, who could neither receive a receipt nor sign in again to read a guide they have paid for. */
export function addEmailToBuy(): AppError {
	return new AppError({
		code: 'email_not_confirmed',
		status: 403,
		message: 'Add an email address to your account before you buy',
	})
}

export function unknownProduct(): AppError {
	return new AppError({ code: 'unknown_product', status: 400, message: 'There is no such product' })
}

export function productNotForSale(): AppError {
	return new AppError({ code: 'not_for_sale', status: 400, message: 'This product is not for sale' })
}

export function bundleNotForSale(): AppError {
	return new AppError({ code: 'not_for_sale', status: 400, message: 'This bundle is no longer sold' })
}

export function productMismatch(): AppError {
	return new AppError({
		code: 'product_mismatch',
		status: 400,
		message: 'Product name and id do not belong together',
	})
}

/** Reports a guide whose file cannot be opened. The cause is logged. */
export function guideUnavailable(cause: unknown): AppError {
	return new AppError({
		code: 'unavailable',
		status: 503,
		message: 'This guide cannot be bought just now. You have not been charged. Please try again later.',
		cause,
	})
}

export function productNotComingSoon(): AppError {
	return new AppError({
		code: 'unknown_product',
		status: 404,
		message: 'No product with this id is coming soon',
	})
}

export function purchaseNotFound(): AppError {
	return new AppError({ code: 'purchase_not_found', status: 404, message: 'There is no such purchase' })
}

export function paymentProviderUnavailable(cause: unknown): AppError {
	return new AppError({
		code: 'payment_provider_unavailable',
		status: 503,
		message: 'The payment provider cannot be reached just now. Please try again in a moment.',
		retryAfter: 5,
		cause,
	})
}
