import { toast } from '#web/ui/toast.ts'
import type { SignInGate } from './sign-in-first.ts'
import type { WaitingTab } from './waiting-tab.ts'
import { linkSeconds, workingLink } from './working-link.ts'

/** Shows the PDF in the tab that waits for it, or closes the tab and says why not. */
export async function openPdf(fileName: string, tab: WaitingTab, gate: SignInGate): Promise<void> {
	const url = await workingLink(fileName, gate)
	if (url === null) tab.close()
	else if (tab.show(url)) toast.success('PDF opened in new tab')
	else offerLink(url)
}

/** If the browser blocked the tab, a click on a real link still opens one. */
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
