/** The name of each user's cache begins with this. */
const prefix = 'headstart-guides-'

/**
 * Keeps a guide that a user has opened in a cache of the browser, so that it opens without a connection. Each user has a
 * cache of their own. Nothing is kept if the browser has no such storage or it is full.
 */
export async function keepGuide(userId: string, slug: string, text: string): Promise<void> {
	await quietly(async () => (await caches.open(prefix + userId)).put(keyOf(slug), new Response(text)))
}

/** Returns the text of a guide that was kept; null if there is none. */
export async function readKeptGuide(userId: string, slug: string): Promise<string | null> {
	return await quietly(async () => {
		const kept = await caches.match(keyOf(slug), { cacheName: prefix + userId })
		return kept === undefined ? null : await kept.text()
	})
}

export async function forgetGuide(userId: string, slug: string): Promise<void> {
	await quietly(async () => (await caches.open(prefix + userId)).delete(keyOf(slug)))
}

/** Removes the guides of all users, or of all but one. */
export async function forgetGuides(except?: string): Promise<void> {
	await quietly(async () => {
		for (const name of await caches.keys())
			if (name.startsWith(prefix) && name !== prefix + except) await caches.delete(name)
	})
}

/** Nobody requests this address: the key only has to look like one. */
function keyOf(slug: string): string {
	return `/kept-guides/${slug}`
}

/** Returns null if it fails, because the browser blocks storage or has none for pages without https. */
async function quietly<T>(run: () => Promise<T>): Promise<T | null> {
	try {
		return await run()
	} catch {
		return null
	}
}
