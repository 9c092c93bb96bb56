import { findDoubt, isAuthentic, isOfOtherKey, otherKey } from '#server/operations/backup/authenticate.ts'
import type { Manifest } from '#server/operations/backup/manifest.ts'
import { isIntact, manifestName, partsOf, readBackups } from '#server/operations/backup/place.ts'
import { findMissingKey, openSeal, type Seal } from '#server/operations/backup/seal.ts'
import type { Progress } from '#server/operations/progress.mjs'
import { type FileStore, StoreFailure } from '#server/shop/files/file-store.ts'

interface CheckOptions {
	place: FileStore
	passphrase: string | undefined
	progress: Pick<Progress, 'report'>
}

interface Checked {
	/** How many backups there are. */
	backups: number
	/** A sentence for each fault. */
	faults: string[]
	/** What else the owner should know about these backups. */
	remarks: string[]
}

/** Reads every byte of all backups in a place, and compares it with what was backed up. */
export async function checkBackupBytes({ place, passphrase, progress }: CheckOptions): Promise<Checked> {
	const { manifests, damaged, missing, listFault } = await readBackups(place)
	const { seal, fault: keyFault } = manifests.some(({ isEncrypted }) => isEncrypted)
		? await tryKey(place, passphrase)
		: {}
	const sealOf = ({ isEncrypted }: Manifest) => (isEncrypted ? seal : undefined)
	const firstAuthentic = manifests.findIndex((manifest) => {
		const own = sealOf(manifest)
		return own !== undefined && isAuthentic(manifest, own)
	})
	const faults: string[] = []
	const remarks: string[] = []
	const ofOtherKey: string[] = []
	for (const [index, manifest] of manifests.entries()) {
		if (seal !== undefined && (await isOfOtherKey(place, manifest, seal))) {
			ofOtherKey.push(manifest.id)
			continue
		}
		const cannotTell = passphrase === undefined || (manifest.isEncrypted && seal === undefined)
		const doubt = cannotTell ? undefined : findDoubt(manifest, sealOf(manifest))
		if (doubt === undefined) continue
		// A backup may be older than the passphrase, or than the codes. Once there is one with a code, later ones have it too.
		const mayBeOld = manifest.mac === undefined && (firstAuthentic === -1 || index < firstAuthentic)
		;(mayBeOld ? remarks : faults).push(`${doubt}.`)
	}
	if (passphrase === undefined && manifests.some(({ isEncrypted }) => isEncrypted))
		remarks.push('Without BACKUP_PASSPHRASE, only the bytes of the encrypted backups could be checked.')
	return {
		backups: manifests.length + damaged.length + missing.length,
		faults: [
			...(listFault === undefined ? [] : [listFault]),
			...(keyFault === undefined ? [] : [keyFault]),
			...(ofOtherKey.length === 0 ? [] : [otherKey(ownersOf(ofOtherKey))]),
			...damaged.map((id) => `${manifestName(id)} is damaged, so that backup can’t be restored.`),
			...missing.map((id) => `${manifestName(id)} is missing, so that backup can’t be restored.`),
			...faults,
			...(await findDamagedParts(place, manifests, progress)),
		],
		remarks,
	}
}

/** Opens the key of a place; without a passphrase, only looks whether it is there. The rest can be checked without the key. */
async function tryKey(
	place: FileStore,
	passphrase: string | undefined,
): Promise<{ seal?: Seal; fault?: string | undefined }> {
	if (passphrase === undefined) return { fault: await findMissingKey(place) }
	try {
		return { seal: await openSeal(place, passphrase) }
	} catch (error) {
		if (!(error instanceof Error) || error instanceof StoreFailure) throw error
		return { fault: error.message }
	}
}

/** Reads each file once, however many backups share it. */
async function findDamagedParts(
	place: FileStore,
	manifests: readonly Manifest[],
	progress: Pick<Progress, 'report'>,
): Promise<string[]> {
	const usedBy = new Map<string, string[]>()
	const parts = manifests.flatMap((manifest) =>
		partsOf(manifest).map((part) => ({ ...part, id: manifest.id })),
	)
	for (const { name, sha256, id } of parts)
		usedBy.set(`${name} ${sha256}`, [...(usedBy.get(`${name} ${sha256}`) ?? []), id])
	const faults: string[] = []
	const seen = new Set<string>()
	for (const [index, part] of parts.entries()) {
		progress.report('Checking', index, parts.length)
		const key = `${part.name} ${part.sha256}`
		if (seen.has(key)) continue
		seen.add(key)
		if (await isIntact(place, part)) continue
		const state = (await place.open(part.name)) === undefined ? 'is missing' : 'is damaged'
		faults.push(`${part.name} ${state}. It belongs to ${ownersOf(usedBy.get(key) ?? [])}.`)
	}
	return faults
}

function ownersOf(ids: readonly string[]): string {
	return ids.length === 1 ? String(ids[0]) : `${ids.length} backups, from ${ids[0]} to ${ids.at(-1)}`
}
