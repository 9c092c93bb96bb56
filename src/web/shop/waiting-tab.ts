/** A tab that was opened in the visitor's click, because popup blockers stop one that is opened later. */
export interface WaitingTab {
	/** The empty page in it; null if the browser blocked the tab. */
	page: Document | null
	/** Sends the tab to the file. Returns false if the browser blocked the tab. */
	show(url: string): boolean
	close(): void
}

/** Opens an empty tab. Must be called before anything is awaited. `writeWaitingPage` says in it that the guide is on its way. */
export function openWaitingTab(): WaitingTab {
	const tab = window.open('', '_blank')
	// With `noopener` there would be no handle to navigate the tab with.
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
