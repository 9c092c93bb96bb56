/** Whether the shop answers at this moment. */
export async function isServerThere(): Promise<boolean> {
	try {
		const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
		return answer.ok
	} catch {
		return false
	}
}

/** Whether the address, opened afresh, would show its page: from the shop, or as the browser still holds it. */
export async function canBeOpened(address: string): Promise<boolean> {
	return (await isServerThere()) || (await isStillHeld(address))
}

async function isStillHeld(address: string): Promise<boolean> {
	try {
		// Without the service worker the browser asks the shop, and shows its own error page.
		const worker = await navigator.serviceWorker.getRegistration()
		if (!worker?.active) return false
		return (await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })).ok
	} catch {
		return false
	}
}
