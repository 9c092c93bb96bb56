import type { ByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import { type FileStore, type StoredFile, wholeFile } from '#server/shop/files/file-store.ts'

interface CacheOptions {
	/** How large the cache may get, in bytes. */
	totalBytes: number
	/** A file larger than this is never cached. */
	fileBytes: number
}

interface Kept {
	bytes: Uint8Array<ArrayBuffer>
	modifiedAt: Date
}

/**
 * Caches small files in memory, and evicts the least recently used first. What is stored under a name never changes (see
 * `storedName`), so a cached file cannot be out of date, whichever server stored it.
 */
export function createCachedStore(store: FileStore, { totalBytes, fileBytes }: CacheOptions): FileStore {
	const kept = new Map<string, Kept>()
	const loading = new Map<string, Promise<Kept>>()
	let held = 0

	return {
		open: async (name) => {
			const known = kept.get(name)
			if (known !== undefined) {
				kept.delete(name)
				kept.set(name, known)
				return fromMemory(known)
			}
			const file = await store.open(name)
			if (file === undefined || file.size > fileBytes) return file
			return { ...file, read: async (range) => cut((await loadOnce(name, file)).bytes, range) }
		},
		receive: async () => {
			const incoming = await store.receive()
			return {
				...incoming,
				publish: async (name) => {
					await incoming.publish(name)
					forget(name)
				},
			}
		},
		put: async (name, bytes) => {
			await store.put(name, bytes)
			forget(name)
		},
		remove: async (name) => {
			forget(name)
			await store.remove(name)
		},
		list: (beginning) => store.list(beginning),
	}

	/** Lets concurrent requests for a file that is not cached yet share one read. */
	async function loadOnce(name: string, file: StoredFile): Promise<Kept> {
		const underWay = loading.get(name)
		if (underWay !== undefined) return await underWay
		const load = wholeFile(file).then((bytes) => ({ bytes, modifiedAt: file.modifiedAt }))
		loading.set(name, load)
		try {
			const loaded = await load
			keep(name, loaded)
			return loaded
		} finally {
			loading.delete(name)
		}
	}

	function keep(name: string, file: Kept): void {
		kept.set(name, file)
		held += file.bytes.length
		for (const oldest of kept.keys()) {
			if (held <= totalBytes) return
			forget(oldest)
		}
	}

	function forget(name: string): void {
		held -= kept.get(name)?.bytes.length ?? 0
		kept.delete(name)
	}
}

function fromMemory({ bytes, modifiedAt }: Kept): StoredFile {
	return { size: bytes.length, modifiedAt, read: async (range) => cut(bytes, range) }
}

function cut(bytes: Uint8Array<ArrayBuffer>, range: ByteRange | undefined): Uint8Array<ArrayBuffer> {
	return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)
}
