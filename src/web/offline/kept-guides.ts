/** The name of each user's cache begins with this. */
const prefix = 'headstart-guides-'

/**
 * Stores a guide in a browser cache once the user has opened it, so that it can be read offline. Each user has a cache of their
 * own. Nothing is stored if the browser has no such cache, or if it is full.
 */
export async function keepGuide(userId: string, slug: string, text: string): Promise<void> {
	await quietly(async () => (await caches.open(prefix + userId)).put(keyOf(slug), new Response(text)))
}

/** Returns the stored text of a guide; null if there is none. */
export async function readKeptGuide(userId: string, slug: string): Promise<string | null> {
	return await quietly(async () => {
		const kept = await caches.match(keyOf(slug), { cacheName: prefix + userId })
		return kept === undefined ? null : await kept.text()
	})
}

/** Returns the slugs of the guides that are stored for a user. */
export async function listKeptGuides(userId: string): Promise<string[]> {
	const keys = await quietly(async () => (await caches.open(prefix + userId)).keys())
	return (keys ?? []).map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
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

/** Returns the key of a guide in the cache. It has to look like an address, but nobody requests it. */
function keyOf(slug: string): string {
	return `/kept-guides/${slug}`
}

/** Runs a function, and returns null if it fails. The browser may block storage, or have none for pages without https. */
async function quietly<T>(run: () => Promise<T>): Promise<T | null> {
	try {
		return await run()
	} catch {
		return null
	}
}
