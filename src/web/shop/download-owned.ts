import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { toast } from '#web/ui/toast.ts'
import { linkToFile, startDownload } from './file-link.ts'
import { openPdf, openWaitingTab } from './open-pdf.tsx'
import { redirectedToSignIn, type SignInPrompt, userOrSignIn } from './sign-in-first.ts'

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
