import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'
import { openPdf } from './open-pdf.tsx'
import { recordFreePurchase } from './record-free-purchase.ts'
import { turnedAway, userOrSignIn } from './sign-in-first.ts'
import { openWaitingTab } from './waiting-tab.ts'

/** Takes a free guide: a tab in the click itself, a purchase row, a link for 60 s, the PDF in the tab (docs/specification.md section 7). */
export async function takeFreeGuide(product: ShelfProduct, goToSignIn: () => void): Promise<void> {
	const gate = { words: 'Please sign in to download PDFs', goToSignIn } as const
	if (turnedAway(gate)) return
	if (product.pdfFileName === null) {
		toast.error('Download not available yet for this product')
		return
	}
	const tab = openWaitingTab(product.title)

	const current = await userOrSignIn(gate)
	if (current.kind !== 'user') {
		tab.close()
		if (current.kind === 'unknown') toastFailure('Failed to download PDF. Please try again.', current.failure)
		return
	}
	await Promise.all([recordFreePurchase(current.user.id, product), openPdf(product.pdfFileName, tab, gate)])
}
