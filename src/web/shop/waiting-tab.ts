/** A tab opened in the visitor's own click, because a popup blocker stops one that is opened after waiting. */
export interface WaitingTab {
	/** Sends the tab to the file; false where there is no tab to send, because the browser blocked it. */
	show(url: string): boolean
	close(): void
}

/** Opens a tab saying that `title` is on its way. Must be called before anything is awaited. */
export function openWaitingTab(title: string): WaitingTab {
	const tab = window.open('', '_blank')
	if (tab !== null) {
		// Asking for `noopener` would give no handle to send the tab on with.
		tab.opener = null
		writeWaitingText(tab.document, title)
	}
	return {
		show(url) {
			if (tab === null || tab.closed) return false
			tab.location.replace(url)
			return true
		},
		close() {
			tab?.close()
		},
	}
}

function writeWaitingText(page: Document, title: string): void {
	page.documentElement.lang = 'en-GB'
	page.title = title
	const text = page.createElement('p')
	text.textContent = `Opening ${title}. One moment.`
	text.style.font = '1.125rem/1.5 system-ui, sans-serif'
	text.style.margin = '3rem 1.5rem'
	page.documentElement.style.colorScheme = 'light dark'
	page.body.append(text)
}
