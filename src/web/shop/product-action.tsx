import { useEffect } from 'react'
import { href, Link, useNavigate } from 'react-router'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { priceText } from '#web/products/facts.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { type AuthTab, signInPath } from '#web/session/sign-in-paths.ts'
import { giveGoAhead } from '#web/shop/go-ahead.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { rememberPlace } from './bought-at.ts'
import { addressToGet } from './link-code.ts'
import { useIsOwned } from './owned.ts'
import type { SignInPrompt } from './sign-in-first.ts'
import { buyGuide, downloadOwned, prepareToGet, takeFreeGuide } from './start-guide-action.ts'

interface ProductActionProps {
	product: ProductToGet
	/** A card shows the price in its button; a product page shows it beside the button. */
	variant: 'card' | 'page'
	/** Called when it is pressed. */
	onPress?: (() => void) | undefined
}

/** The button for what a visitor can do with a product: take it, buy it or download it again. */
export function ProductAction({ product, variant, onPress }: ProductActionProps) {
	const owned = useIsOwned(product.id)
	if (product.comingSoon)
		return (
			<Button disabled size="small">
				Coming Soon
			</Button>
		)
	const shown = { product, variant, onPress }
	if (owned) {
		return <ActionButton {...shown} act={downloadOwned} label="Download" busyLabel="Preparing..." />
	}
	if (product.isOffSale) return null
	if (product.isFree) {
		return <ActionButton {...shown} act={takeFreeGuide} label="Get Free PDF" busyLabel="Preparing..." />
	}
	const label = variant === 'page' ? 'Buy Now' : `Buy for ${priceText(product) ?? ''}`
	return <ActionButton {...shown} act={buyGuide} label={label} busyLabel="Redirecting..." />
}

interface ActionButtonProps extends ProductActionProps {
	act: (product: ProductToGet, goToSignIn: SignInPrompt['goToSignIn']) => Promise<unknown>
	label: string
	busyLabel: string
}

function ActionButton({ product, variant, onPress, act, label, busyLabel }: ActionButtonProps) {
	const goToSignIn = useSignInFor(product)
	const [busy, run] = useBusy()
	const { user } = useAuth()
	const isSignedIn = user !== null
	useEffect(() => {
		if (isSignedIn) prepareToGet()
	}, [isSignedIn])
	function press() {
		onPress?.()
		if (act === buyGuide) rememberPlace(product.id)
		run(() => act(product, goToSignIn))
	}
	return (
		<>
			{/* Not `disabled` while busy, because that would take the keyboard focus away. */}
			<Button className="scripts-only" aria-disabled={busy || undefined} onClick={press}>
				{busy ? busyLabel : label}
				{variant === 'card' ? <span className="sr-only"> {product.title}</span> : null}
			</Button>
			<noscript>
				<p className="margin-note max-w-60">
					{`You need JavaScript to ${product.isFree ? 'take' : 'buy'} this guide. Switch it on, or `}
					<Link to={href('/contact')} className="link">
						write to us
					</Link>
					.
				</p>
			</noscript>
		</>
	)
}

/** Returns a function that sends the visitor to sign in for a guide. Once they have signed in, what they began here continues. */
export function useSignInFor(product: ProductToGet): SignInPrompt['goToSignIn'] {
	const navigate = useNavigate()
	return (tab: AuthTab) => {
		const path = addressToGet(product)
		giveGoAhead(path)
		void navigate(signInPath(path, tab), { viewTransition: true })
	}
}
