import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { bytea } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openSecret, sealSecret } from '#server/platform/sealed-secret.ts'

interface EncryptionKeys {
	current: string
	former: string
}

const batch = 500

/**
 * Encrypts the secrets of all authenticator apps with the current key, and returns how many were encrypted with the former one.
 * Throws if a secret fits neither key: the key that it needs is lost.
 */
export async function renewSecrets(
	{ asServer }: Pick<Database, 'asServer'>,
	keys: EncryptionKeys,
): Promise<number> {
	let renewed = 0
	let after = '00000000-0000-0000-0000-000000000000'
	for (;;) {
		const done = await asServer((tx) => renewBatch(tx, after, keys))
		renewed += done.renewed
		if (done.last === undefined) return renewed
		after = done.last
	}
}

const secretRow = z.object({ id: z.string(), secret_sealed: bytea })

async function renewBatch(tx: Transaction, after: string, { current, former }: EncryptionKeys) {
	const rows = await tx.query(
		sql`
		select id, secret_sealed from auth.mfa_factors where id > ${after} and secret_sealed is not null
		order by id limit ${batch} for no key update`,
		secretRow,
	)
	const outdated = rows.filter(({ id, secret_sealed }) => !isSealedWith(current, id, secret_sealed))
	for (const { id, secret_sealed } of outdated) {
		const sealed = sealSecret(openSecret(secret_sealed, id, [former]), id, current)
		await tx.execute(sql`update auth.mfa_factors set secret_sealed = ${sealed} where id = ${id}`)
	}
	return { renewed: outdated.length, last: rows.at(-1)?.id }
}

function isSealedWith(key: string, id: string, sealed: Buffer): boolean {
	try {
		openSecret(sealed, id, [key])
		return true
	} catch {
		return false
	}
}
