/**
 * Imports code on its first use. If the code cannot be fetched although the server responds, reloads the document, because a new
 * version of the shop may have replaced the file, and because Chromium before 154 never retries a failed import. Throws if the
 * server does not respond, or if the document has just been reloaded.
 */
export async function lazyImport<Module>(load: () => Promise<Module>): Promise<Module> {
	try {
		return await load()
	} catch (error) {
		if (wasReloaded() || !(await serverAnswers())) throw error
		window.location.reload()
		return await new Promise<never>(() => {})
	}
}

/**
 * Returns whether the document has just been reloaded. A second reload would be pointless if something really is missing, and could
 * repeat for ever.
 */
export function wasReloaded(): boolean {
	const [navigation] = performance.getEntriesByType('navigation')
	return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}

async function serverAnswers(): Promise<boolean> {
	try {
		const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
		return answer.ok
	} catch {
		return false
	}
}
