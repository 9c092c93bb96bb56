import { isServerThere } from './server-there.ts'

/**
 * Fetches a part of the page on its first use; throws where nobody answers. Where the server answers and the part still
 * cannot be had, the document is opened afresh: the shop has been renewed, or the browser is one that never asks again for a
 * module it once could not fetch (Chromium before 154).
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
	try {
		return await load()
	} catch (error) {
		if (isReloaded() || !(await isServerThere())) throw error
		window.location.reload()
		return await new Promise<never>(() => {})
	}
}

/** Once is enough: what the server truly has not would be asked for for ever. */
function isReloaded(): boolean {
	const [navigation] = performance.getEntriesByType('navigation')
	return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}
