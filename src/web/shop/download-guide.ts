import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { call } from '#web/session/call.ts'
import { toast } from '#web/ui/toast.ts'
import { linkToFile, startDownload } from './file-link.ts'
import { openPdf, openWaitingTab } from './open-pdf.tsx'
import { markOwned } from './owned.ts'
import { redirectedToSignIn, type SignInPrompt, userOrSignIn } from './sign-in-first.ts'

/** Takes a free guide: records the purchase and opens the PDF in a new tab (docs/specification.md section 7). */
export async function takeFreeGuide(
	product: ShelfProduct,
	goToSignIn: SignInPrompt['goToSignIn'],
): Promise<void> {
	const prompt: SignInPrompt = { message: 'Please sign in to download PDFs', goToSignIn }
	if (redirectedToSignIn(prompt)) return
	if (product.pdfFileName === null) {
		toast.error('Download not available yet for this product')
		return
	}
	const tab = openWaitingTab(product.title)
	const user = await userOrSignIn(prompt, 'Failed to download PDF. Please try again.')
	if (user === null) tab.close()
	else await Promise.all([recordFreePurchase(user.id, product), openPdf(product.pdfFileName, tab, prompt)])
}

/**
 * Takes a free guide without a click, as when a visitor has signed in for it. A browser would block a new tab then, so the file goes to
 * its downloads.
 */
export async function takeWithoutClick(
	product: ShelfProduct,
	goToSignIn: SignInPrompt['goToSignIn'],
): Promise<'downloading' | 'owned' | 'stayed'> {
	const prompt: SignInPrompt = { message: 'Please sign in to download PDFs', goToSignIn }
	const user = await userOrSignIn(prompt, 'Failed to download PDF. Please try again.')
	if (user === null) return 'stayed'
	const [record, started] = await Promise.all([
		recordFreePurchase(user.id, product),
		startOwnDownload(product, prompt),
	])
	if (!started) return 'stayed'
	if (record !== 'repeated') return 'downloading'
	toast.info('You already own this product! Check your downloads.')
	return 'owned'
}

/** Adds the free guide to the user's purchases. A failure is only logged, because it must not block the download. */
async function recordFreePurchase(
	userId: string,
	product: ShelfProduct,
): Promise<'recorded' | 'repeated' | 'failed'> {
	const { answer, failure } = await call('/rest/v1/purchases', (supabase) =>
		supabase.from('purchases').insert({
			user_id: userId,
			product_id: product.id,
			product_name: product.title,
			price: 0,
			status: 'completed',
			currency: 'GBP',
		}),
	)
	// A conflict means that the row already exists.
	const repeated = answer?.status === 409
	if (answer?.error === null || repeated) {
		markOwned(userId, product.id)
		return repeated ? 'repeated' : 'recorded'
	}
	console.warn('The free purchase was not recorded.', answer?.error?.message, failure)
	return 'failed'
}

export type DownloadableGuide = Pick<ShelfProduct, 'pdfFileName' | 'title' | 'shortTitle'>

/** Downloads a guide that the user owns: a PDF opens in a new tab, any other file goes to the browser's downloads. */
export async function downloadOwned(
	product: DownloadableGuide,
	goToSignIn: SignInPrompt['goToSignIn'],
): Promise<void> {
	const prompt: SignInPrompt = { message: 'Please sign in to download PDFs', goToSignIn }
	if (redirectedToSignIn(prompt)) return
	const fileName = product.pdfFileName
	const tab = fileName?.endsWith('.pdf') ? openWaitingTab(product.title) : null
	const user = await userOrSignIn(prompt, 'Failed to download PDF. Please try again.')
	if (user === null) tab?.close()
	else if (tab === null || fileName === null) await startOwnDownload(product, prompt)
	else await openPdf(fileName, tab, prompt)
}

/** Hands a guide that the user owns to the browser's downloads. Returns false once the visitor has seen why it can't. */
async function startOwnDownload(product: DownloadableGuide, prompt: SignInPrompt): Promise<boolean> {
	const fileName = product.pdfFileName
	if (fileName === null) {
		toast.error('Download not available yet for this product')
		return false
	}
	const url = await linkToFile(fileName, prompt, fileName)
	if (url === null) return false
	startDownload(url, fileName)
	toast.success(`${product.shortTitle} is downloading`)
	return true
}
