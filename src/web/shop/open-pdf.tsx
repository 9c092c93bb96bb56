import { toastFailure } from '#web/session/failure-toast.tsx'
import { toast } from '#web/ui/toast.ts'
import { signFile } from './sign-file.ts'
import { type SignInGate, sessionWasOver } from './sign-in-first.ts'
import type { WaitingTab } from './waiting-tab.ts'

const linkSeconds = 60

/** Shows the PDF in the tab that waits for it, or closes the tab and says why not. */
export async function openPdf(fileName: string, tab: WaitingTab, gate: SignInGate): Promise<void> {
	const signed = await signFile(fileName, linkSeconds)
	if (signed.kind === 'signed') {
		if (tab.show(signed.url)) toast.success('PDF opened in new tab')
		else offerLink(signed.url)
		return
	}
	tab.close()
	if (signed.kind === 'failed') {
		toastFailure('Failed to download PDF. Please try again.', signed.failure)
	} else if (!signed.sessionDoubtful || !(await sessionWasOver(gate))) {
		toastFailure('Failed to access PDF. Please try again.', signed.failure)
	}
}

/** Where the browser blocked the tab, a click on a real link still opens one. */
function offerLink(url: string): void {
	toast.info('Your browser blocked the new tab', {
		description: (
			<a href={url} target="_blank" rel="noopener" className="link">
				Open the PDF
			</a>
		),
		duration: linkSeconds * 1000,
	})
}
