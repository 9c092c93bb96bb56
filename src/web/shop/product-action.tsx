import { Link, useLocation, useNavigate } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { signInPath } from '#web/session/safe-redirect.ts'
import { Button } from '#web/ui/button.tsx'
import { useOneAtATime } from '#web/ui/use-one-at-a-time.ts'
import { buyGuide } from './buy-guide.ts'
import { downloadOwned } from './download-owned.ts'
import { useIsOwned } from './owned.ts'
import { takeFreeGuide } from './take-free-guide.ts'

interface ProductActionProps {
	product: ShelfProduct
	/** A card says the price in its button; a product's own page says it beside it. */
	variant: 'card' | 'page'
}

/** The one thing a visitor can do with a product: wait for it, take it, buy it, or fetch it again. */
export function ProductAction({ product, variant }: ProductActionProps) {
	const owned = useIsOwned(product.id)
	if (product.comingSoon) return <Button disabled>Coming Soon</Button>
	const shown = { product, variant }
	if (owned) {
		return <ActionButton {...shown} act={downloadOwned} words="Download" busyWords="Preparing..." />
	}
	if (product.isFree) {
		return <ActionButton {...shown} act={takeFreeGuide} words="Get Free PDF" busyWords="Preparing..." />
	}
	const price = product.pricePence === null ? '' : formatPounds(product.pricePence)
	const words = variant === 'page' ? 'Buy Now' : `Buy for ${price}`
	return <ActionButton {...shown} act={buyGuide} words={words} busyWords="Redirecting..." />
}

interface ActionButtonProps extends ProductActionProps {
	act: (product: ShelfProduct, goToSignIn: () => void) => Promise<unknown>
	words: string
	busyWords: string
}

function ActionButton({ product, variant, act, words, busyWords }: ActionButtonProps) {
	const navigate = useNavigate()
	const { pathname } = useLocation()
	// From a card, back to that card.
	const comeBackTo = variant === 'card' ? `${pathname}#product-${product.id}` : pathname
	const [busy, run] = useOneAtATime()
	return (
		<>
			{/* Not `disabled` while busy: that would take the keyboard's focus away from the one who pressed it. */}
			<Button
				className="scripts-only"
				aria-disabled={busy || undefined}
				onClick={() => run(() => act(product, () => void navigate(signInPath(comeBackTo))))}
			>
				{busy ? busyWords : words}
				{variant === 'card' ? <span className="sr-only"> {product.title}</span> : null}
			</Button>
			<noscript>
				<p className="margin-note max-w-60">
					{product.isFree ? 'Taking it' : 'Buying'} needs JavaScript, which is switched off. Switch it on, or{' '}
					<Link to="/contact" className="link">
						write to us
					</Link>
					.
				</p>
			</noscript>
		</>
	)
}
