import { Link } from 'react-router'
import { isBundle } from '#shared/bundle-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { penceToPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { call } from '#web/session/call.ts'
import { textIn } from '#web/session/read-fields.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast, toastUnreachable } from '#web/ui/toast.ts'
import { codeRefusals, isRefused, refuseCode } from './code-prices.ts'
import { linkCodeFor, linkCodeForBundle } from './link-code.ts'
import { markOwned } from './owned.ts'
import { readRefusal } from './read-refusal.ts'
import { saidRegion } from './region.ts'
import type { SignInPrompt } from './sign-in-first.ts'
import { sessionHasEnded, userOrSignIn } from './user-or-sign-in.ts'

const failedTitle = 'Failed to process payment. Please try again.'

/** What can be bought: a guide or a bundle. */
export type Offer = Pick<ShelfProduct, 'id' | 'title' | 'stripeProductId' | 'pricePence'> & {
	/** Only guides have one. */
	slug?: string
	/** The guides of a bundle. */
	guides?: OfferedBundle['guides']
}

/**
 * `leaving` if the browser is on its way to the hosted checkout. `withdrawn` if it is a bundle that is no longer sold, of which the
 * visitor has not been told yet.
 */
export type CheckoutOutcome = 'leaving' | 'owned' | 'stayed' | 'withdrawn'

/** Starts a purchase. */
export async function startCheckout(
	product: Offer,
	prompt: SignInPrompt,
	agreed?: { agreed: true },
): Promise<CheckoutOutcome> {
	const user = await userOrSignIn(prompt, failedTitle)
	if (user === null) return 'stayed'

	const code = codeToUse(product)
	const { answer, failure } = await call('/functions/v1/create-payment', (supabase) =>
		supabase.functions.invoke('create-payment', {
			body: { ...paymentRequest(product), ...code, ...saidRegion(), ...agreed },
		}),
	)
	if (answer === null) {
		toastFailure(failedTitle, failure)
		return 'stayed'
	}
	if (answer.error === null) {
		const wording = textIn(answer.data, 'agreement')
		if (wording !== null) {
			const loaded = await lazyImport(() => import('./agree.tsx')).catch(() => null)
			if (loaded === null) {
				toastUnreachable(failedTitle)
				return 'stayed'
			}
			const hasAgreed = await loaded.askToAgree({ title: product.title, wording })
			return hasAgreed ? await startCheckout(product, prompt, { agreed: true }) : 'stayed'
		}
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
		markOwned(user.id, product.id)
		return 'owned'
	}
	if (refusal.guidesLeft.length > 0) {
		toast.info(refusal.message ?? failedTitle, {
			description: guideLinks(product.guides ?? [], refusal.guidesLeft),
			// Long enough to read the message and follow its link.
			duration: 12_000,
		})
		return 'stayed'
	}
	if (refusal.code === 'not_for_sale' && isBundle(product.id)) return 'withdrawn'
	if (code !== undefined && codeRefusals.includes(refusal.code ?? '')) {
		refuseCode(product.id, code.code, refusal.message ?? failedTitle)
		toast.info(refusal.message ?? failedTitle, { description: 'You haven’t been charged.' })
		return 'stayed'
	}
	// Trying again doesn't help.
	if (refusal.code === 'shop_closed' || refusal.code === 'not_sold_there') {
		toast.info(refusal.message ?? failedTitle)
		return 'stayed'
	}
	if (refusal.status !== 401 || !(await sessionHasEnded(prompt))) {
		toastFailure(failedTitle, failure, refusal.message)
	}
	return 'stayed'
}

/** Returns the body that docs/specification.md section 7 requires. The server ignores the price in it and charges its own. */
function paymentRequest(product: Offer) {
	return {
		productName: product.title,
		price: penceToPounds(product.pricePence ?? 0),
		stripeProductId: product.stripeProductId,
	}
}

/** Returns the code of the link that the visitor came by, unless the page has said that it doesn't count. */
function codeToUse({ id, slug, pricePence }: Offer): { code: string } | undefined {
	const code = slug === undefined ? linkCodeForBundle(id) : linkCodeFor({ slug, pricePence })
	return code === null || isRefused(id, code) ? undefined : { code }
}

/** Returns the address of the payment page or, if nothing is to be paid, of the page that delivers the purchase. */
function checkoutUrl(answer: unknown): string | null {
	const purchaseId = textIn(answer, 'purchaseId')
	if (purchaseId !== null) return `/payment-success?session_id=${encodeURIComponent(purchaseId)}`
	const url = textIn(answer, 'url')
	return url !== null && /^https?:\/\//.test(url) ? url : null
}

/** Links to the pages of guides of a bundle, one below the other. */
function guideLinks(guides: OfferedBundle['guides'], ids: readonly string[]) {
	return guides
		.filter(({ id }) => ids.includes(id))
		.map((guide) => (
			<Link key={guide.id} to={productPath(guide)} className="link block">
				{guide.title}
			</Link>
		))
}
