import type { NavigateFunction } from 'react-router'
import { signInPath, signUpPath } from '#web/session/sign-in-paths.ts'
import { whenBack } from '#web/ui/use-busy.ts'
import { rememberPlace } from './bought-at.ts'
import { showWithdrawn } from './bundle-notes.ts'
import { giveGoAhead, withdrawGoAhead } from './go-ahead.ts'
import { redirectedToSignIn, type SignInPrompt } from './sign-in-first.ts'
import { startCheckout } from './start-checkout.tsx'

/**
 * Starts the purchase of the bundle that a button names. A visitor who has to sign in first comes back to its offer on this page,
 * where the checkout then opens by itself.
 */
export async function buyBundle(button: HTMLButtonElement, navigate: NavigateFunction): Promise<void> {
	const { bundle = '', title = '', pence } = button.dataset
	const path = `${window.location.pathname}#${bundle}`
	const prompt: SignInPrompt = {
		message: 'Please sign in to purchase this product',
		goToSignIn: (tab) => {
			giveGoAhead(path)
			void navigate(tab === 'sign-up' ? signUpPath(path) : signInPath(path))
		},
	}
	rememberPlace(bundle, `#${bundle}`)
	if (redirectedToSignIn(prompt)) return
	// A go-ahead that has not been used must not open another checkout when the visitor comes back from this one.
	withdrawGoAhead()
	const label = [...button.childNodes]
	button.ariaDisabled = 'true'
	button.replaceChildren('Redirecting...')
	const offer = { id: bundle, slug: bundle, title, stripeProductId: bundle, pricePence: Number(pence) }
	const outcome = await startCheckout(offer, prompt)
	if (outcome === 'withdrawn') {
		showWithdrawn(button)
		return
	}
	if (outcome === 'leaving') await whenBack()
	button.ariaDisabled = null
	button.replaceChildren(...label)
}
