import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { call } from '#web/session/call.ts'
import { toast } from '#web/ui/toast.ts'
import { linkToFile, startDownload } from './file-link.ts'
import { openPdf, openWaitingTab } from './open-pdf.tsx'
import { markOwned } from './owned.ts'
import { redirectedToSignIn, type SignInPrompt, userOrSignIn } from './sign-in-first.ts'

/** Takes a free guide: records the purchase and opens the PDF in a new tab (docs/specification.md section 7). */
export async function takeFreeGuide(product: ShelfProduct, goToSignIn: () => void): Promise<void> {
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

/** Adds the free guide to the user's purchases. A failure is only logged, because it must not block the download. */
async function recordFreePurchase(userId: string, product: ShelfProduct): Promise<void> {
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
	const recorded = answer !== null && (answer.error === null || answer.status === 409)
	if (recorded) markOwned(userId, product.id)
	else console.warn('The free purchase was not recorded.', answer?.error?.message, failure)
}

export type DownloadableGuide = Pick<ShelfProduct, 'pdfFileName' | 'title' | 'shortTitle'>

/** Downloads a guide that the user owns: a PDF opens in a new tab, any other file goes to the browser's downloads. */
export async function downloadOwned(product: DownloadableGuide, goToSignIn: () => void): Promise<void> {
	const prompt: SignInPrompt = { message: 'Please sign in to download PDFs', goToSignIn }
	if (redirectedToSignIn(prompt)) return
	const fileName = product.pdfFileName
	if (fileName === null) {
		toast.error('Download not available yet for this product')
		return
	}
	const tab = fileName.endsWith('.pdf') ? openWaitingTab(product.title) : null
	const user = await userOrSignIn(prompt, 'Failed to download PDF. Please try again.')
	if (user === null) {
		tab?.close()
		return
	}
	if (tab !== null) return openPdf(fileName, tab, prompt)

	const url = await linkToFile(fileName, prompt, fileName)
	if (url === null) return
	startDownload(url, fileName)
	toast.success(`${product.shortTitle} is downloading`)
}
