/** What is said where a page cannot be had: by the site while it stands, and by the page kept for when it does not. */
export const offlineWords = {
	title: 'No connection · Headstart',
	says: 'You may be offline, or we are away for a moment. The page will be here when you are back, and what you own or have paid for is safe.',
	retry: 'Try again',
	busy: 'Trying...',
	stillAway: 'Still no answer. Check your connection and try once more.',
}
