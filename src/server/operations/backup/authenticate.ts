import { timingSafeEqual } from 'node:crypto'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { partsOf } from '#server/operations/backup/place.ts'
import type { Seal } from '#server/operations/backup/seal.ts'
import { type FileStore, StoreFailure } from '#server/shop/files/file-store.ts'

// Encryption alone doesn't say who wrote a manifest: whoever can write to the place could replace a backup by one of their own.

/** Returns a manifest with the code that authenticates it, if its backup is encrypted. */
export function withMac(seal: Seal, manifest: Manifest): Manifest {
	const mac = seal.mac(textOf(manifest))
	return mac === undefined ? manifest : { ...manifest, mac }
}

/** Returns whether a manifest was written with the key of this seal. Without a passphrase, there is nothing to compare. */
export function isAuthentic(manifest: Manifest, seal: Seal): boolean {
	const expected = seal.mac(textOf(manifest))
	if (expected === undefined) return true
	return manifest.mac !== undefined && timingSafeEqual(Buffer.from(manifest.mac), Buffer.from(expected))
}

/**
 * Says why a backup can't be trusted although a passphrase is set; undefined if it can. `seal` is undefined if the backup isn't
 * encrypted.
 */
export function findDoubt(manifest: Manifest, seal: Seal | undefined): string | undefined {
	if (seal === undefined) return `${manifest.id} isn’t encrypted, although BACKUP_PASSPHRASE is set`
	if (isAuthentic(manifest, seal)) return undefined
	return manifest.mac === undefined
		? `${manifest.id} was made by a version of the shop that didn’t yet authenticate its backups`
		: `The manifest of ${manifest.id} was changed after it was written`
}

/** Throws if a backup was encrypted with another key than that of the seal, although the same passphrase opens both. */
export async function requireOwnKey(place: FileStore, manifest: Manifest, seal: Seal): Promise<void> {
	if (await isOfOtherKey(place, manifest, seal)) throw new Error(otherKey(manifest.id))
}

/** Returns what to say about backups that were encrypted with another key. */
export function otherKey(backups: string): string {
	return `key.age isn’t the key file that was used for ${backups}, although BACKUP_PASSPHRASE opens it. Put a copy of the right one back. Without one, new backups need another BACKUP_TO.`
}

// Enough for the part of an encrypted file that says which key opens it.
const headerBytes = 4_096
// Some damaged files look as if they were encrypted with another key.
const mostTried = 3

/** Returns whether an encrypted backup was made with another key: if so, the manifest isn't authentic, and none of the files opens. */
export async function isOfOtherKey(place: FileStore, manifest: Manifest, seal: Seal): Promise<boolean> {
	if (!manifest.isEncrypted || isAuthentic(manifest, seal)) return false
	let tried = 0
	for (const { name } of partsOf(manifest)) {
		try {
			const file = await place.open(name)
			if (file === undefined || file.size === 0) continue
			const bytes = await file.read({ start: 0, end: Math.min(file.size, headerBytes) - 1 })
			if (await seal.opens(new Uint8Array(await new Response(bytes).arrayBuffer()))) return false
			tried += 1
			if (tried === mostTried) return true
		} catch (error) {
			if (error instanceof StoreFailure) throw error
		}
	}
	return tried > 0
}

/** Returns the text that is authenticated, with sorted keys: it must not depend on how the manifest was read. */
function textOf({ mac: _mac, ...manifest }: Manifest): string {
	return JSON.stringify(manifest, (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
			: value,
	)
}
