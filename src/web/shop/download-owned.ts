import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'
import { openPdf } from './open-pdf.tsx'
import { turnedAway, userOrSignIn } from './sign-in-first.ts'
import { startDownload } from './start-download.ts'
import { openWaitingTab, type WaitingTab } from './waiting-tab.ts'
import { workingLink } from './working-link.ts'

/** What fetching a guide needs to know of it. */
export type DownloadableGuide = Pick<ShelfProduct, 'pdfFileName' | 'title' | 'shortTitle'>

/** Fetches a guide the visitor owns: a PDF opens in a new tab, anything else goes to the browser's downloads. */
export async function downloadOwned(product: DownloadableGuide, goToSignIn: () => void): Promise<void> {
	const gate = { words: 'Please sign in to download PDFs', goToSignIn } as const
	if (turnedAway(gate)) return
	const fileName = product.pdfFileName
	if (fileName === null) {
		toast.error('Download not available yet for this product')
		return
	}
	const tab: WaitingTab | null = fileName.endsWith('.pdf') ? openWaitingTab(product.title) : null

	const current = await userOrSignIn(gate)
	if (current.kind !== 'user') {
		tab?.close()
		if (current.kind === 'unknown') toastFailure('Failed to download PDF. Please try again.', current.failure)
		return
	}
	if (tab !== null) return openPdf(fileName, tab, gate)

	const url = await workingLink(fileName, gate, fileName)
	if (url === null) return
	startDownload(url, fileName)
	toast.success(`${product.shortTitle} is downloading`)
}
