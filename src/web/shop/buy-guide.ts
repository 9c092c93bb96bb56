import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { penceToPounds } from '#shared/money.ts'
import { call } from '#web/session/call.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'
import { markOwned } from './owned.ts'
import { readRefusal } from './read-refusal.ts'
import { sessionWasOver, turnedAway, userOrSignIn } from './sign-in-first.ts'

/** Begins a purchase. `leaving` where the browser is on its way to the hosted checkout, `stayed` otherwise. */
export async function buyGuide(product: ShelfProduct, goToSignIn: () => void): Promise<'leaving' | 'stayed'> {
	const gate = { words: 'Please sign in to purchase this product', goToSignIn } as const
	if (turnedAway(gate)) return 'stayed'

	const current = await userOrSignIn(gate)
	if (current.kind === 'nobody') return 'stayed'
	if (current.kind === 'unknown') {
		toastFailure('Failed to process payment. Please try again.', current.failure)
		return 'stayed'
	}

	const { answer, failure } = await call('/functions/v1/create-payment', (supabase) =>
		supabase.functions.invoke('create-payment', { body: paymentRequest(product) }),
	)
	if (answer === null) {
		toastFailure('Failed to process payment. Please try again.', failure)
		return 'stayed'
	}
	if (answer.error === null) {
		const url = checkoutUrl(answer.data)
		if (url === null) {
			toastFailure('Failed to create payment session. Please try again.', failure)
			return 'stayed'
		}
		window.location.assign(url)
		return 'leaving'
	}

	const refusal = await readRefusal(answer.error)
	if (refusal.alreadyPurchased) {
		toast.info('You already own this product! Check your downloads.')
		markOwned(current.user.id, product.id)
	} else if (refusal.status !== 401 || !(await sessionWasOver(gate))) {
		toastFailure('Failed to process payment. Please try again.', failure, refusal.message)
	}
	return 'stayed'
}

/** The body of docs/specification.md section 7. The price is for the wire's sake: the server sells at its own. */
function paymentRequest(product: ShelfProduct) {
	return {
		productName: product.title,
		price: product.pricePence === null ? 0 : penceToPounds(product.pricePence),
		stripeProductId: product.stripeProductId,
	}
}

function checkoutUrl(answer: unknown): string | null {
	if (typeof answer !== 'object' || answer === null || !('url' in answer) || typeof answer.url !== 'string')
		return null
	return /^https?:\/\//.test(answer.url) ? answer.url : null
}
