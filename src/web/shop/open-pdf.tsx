import { linkSeconds } from '#shared/file-links.ts'
import { toast } from '#web/ui/toast.ts'
import { linkToFile } from './file-link.ts'
import type { SignInPrompt } from './sign-in-first.ts'
import type { WaitingTab } from './waiting-tab.ts'

/** Shows the PDF in the waiting tab. If that fails, closes the tab and shows the reason. */
export async function openPdf(
	fileName: string,
	tab: WaitingTab,
	prompt: SignInPrompt,
	/** The PDF's name inside the ZIP, if the file is one. */
	inside?: string,
): Promise<void> {
	const url = await linkToFile(fileName, prompt, { inside })
	if (url === null) tab.close()
	else if (tab.show(url)) toast.success('PDF opened in new tab')
	else offerLink(url)
}

/** Offers a link if the browser blocked the tab. Browsers allow a click on a real link. */
function offerLink(url: string): void {
	toast.info('Your browser blocked the new tab', {
		description: (
			<a href={url} target="_blank" rel="noopener" className="link">
				Open the PDF
			</a>
		),
		duration: linkSeconds.pressed * 1000,
	})
}
