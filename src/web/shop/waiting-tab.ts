/** A tab that was opened within the visitor's click. Popup blockers stop one that is opened later. */
export interface WaitingTab {
	/** The empty page in the tab; null if the browser blocked the tab. */
	page: Document | null
	/** Sends the tab to the file. Returns false if the browser blocked the tab. */
	show(url: string): boolean
	close(): void
}

/**
 * Opens an empty tab. Must be called before anything is awaited. `writeWaitingPage` then tells the visitor that the guide is on
 * its way.
 */
export function openWaitingTab(): WaitingTab {
	const tab = window.open('', '_blank')
	// Instead of `noopener`, which would return no handle with which to navigate the tab.
	if (tab !== null) tab.opener = null
	return {
		page: tab?.document ?? null,
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
