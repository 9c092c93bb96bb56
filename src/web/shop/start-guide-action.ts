import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast, toastUnreachable } from '#web/ui/toast.ts'
import { rememberRegion } from './region.ts'
import { redirectedToSignIn, type SignInPrompt } from './sign-in-first.ts'
import type { CheckoutOutcome, Offer } from './start-checkout.tsx'
import type { DownloadableGuide } from './take-free-guide.ts'
import { openWaitingTab } from './waiting-tab.ts'

type GoToSignIn = SignInPrompt['goToSignIn']

function promptWith(goToSignIn: GoToSignIn): SignInPrompt {
	return { message: 'Please sign in to download PDFs', goToSignIn }
}

/** Takes a free guide: records the purchase and opens the PDF in a new tab (docs/specification.md section 7). */
export async function takeFreeGuide(product: ProductToGet, goToSignIn: GoToSignIn): Promise<void> {
	const prompt = promptWith(goToSignIn)
	if (redirectedToSignIn(prompt)) return
	const fileName = product.pdfFileName
	if (fileName === null) {
		toast.error('Download not available yet for this product')
		return
	}
	const tab = openWaitingTab()
	const loaded = await loadFetchGuide()
	if (loaded === null) tab.close()
	else await loaded.takeIntoTab(product, fileName, tab, prompt)
}

/**
 * Takes a free guide without a click, after the visitor has signed in for it. A browser would block a new tab without a click,
 * so the file is downloaded instead.
 */
export async function takeWithoutClick(
	product: ProductToGet,
	goToSignIn: GoToSignIn,
): Promise<'downloading' | 'owned' | 'stayed'> {
	const loaded = await loadFetchGuide()
	return loaded === null ? 'stayed' : await loaded.takeAsDownload(product, promptWith(goToSignIn))
}

/** Downloads a guide that the user owns. A PDF opens in a new tab; any other file is downloaded by the browser. */
export async function downloadOwned(product: DownloadableGuide, goToSignIn: GoToSignIn): Promise<void> {
	const prompt = promptWith(goToSignIn)
	if (redirectedToSignIn(prompt)) return
	const tab = product.pdfFileName?.endsWith('.pdf') ? openWaitingTab() : null
	const loaded = await loadFetchGuide()
	if (loaded === null) tab?.close()
	else await loaded.fetchOwned(product, tab, prompt)
}

/** Starts the purchase of a guide or a bundle. */
export async function buyGuide(product: Offer, goToSignIn: GoToSignIn): Promise<CheckoutOutcome> {
	rememberRegion()
	const prompt: SignInPrompt = { message: 'Please sign in to purchase this product', goToSignIn }
	if (redirectedToSignIn(prompt)) return 'stayed'
	const loaded = await loadCode(startCheckout, 'Failed to process payment. Please try again.')
	return loaded === null ? 'stayed' : await loaded.startCheckout(product, prompt)
}

/**
 * Loads the code for taking and buying before it is needed, so that a press can report a failure even if the server has become
 * unreachable. Failures are ignored, because a press tries again.
 */
export function prepareToGet(): void {
	Promise.all([fetchGuide(), startCheckout()]).catch(() => undefined)
}

const fetchGuide = () => import('./take-free-guide.ts')
const startCheckout = () => import('./start-checkout.tsx')

function loadFetchGuide() {
	return loadCode(fetchGuide, 'Failed to download PDF. Please try again.')
}

/** Loads code that only signed-in visitors need. If the server does not answer, shows `errorTitle` and returns null. */
async function loadCode<Module>(load: () => Promise<Module>, errorTitle: string): Promise<Module | null> {
	try {
		return await lazyImport(load)
	} catch {
		toastUnreachable(errorTitle)
		return null
	}
}
