import { timingSafeEqual } from 'node:crypto'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import type { Seal } from '#server/operations/backup/seal.ts'

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

/** Returns the text that is authenticated, with sorted keys: it must not depend on how the manifest was read. */
function textOf({ mac: _mac, ...manifest }: Manifest): string {
	return JSON.stringify(manifest, (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
			: value,
	)
}
