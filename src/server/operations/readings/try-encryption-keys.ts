import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openSecret } from '#server/platform/sealed-secret.ts'

const most = 2_000
const rowSchema = z.object({ id: z.string(), secret_sealed: z.instanceof(Buffer) })

/** How many secrets of authenticator apps were tried, and how many of them none of the keys opens. */
export interface TriedSecrets {
	tried: number
	unreadable: number
}

/** Tries the keys on the secrets of authenticator apps. */
export async function tryEncryptionKeys(
	{ query }: Pick<Database, 'query'>,
	keys: readonly string[],
): Promise<TriedSecrets> {
	// The ids are random, so these are no particular users' secrets.
	const rows = await query(
		sql`select id, secret_sealed from auth.mfa_factors where secret_sealed is not null order by id limit ${most}`,
		rowSchema,
	)
	const unreadable = rows.filter(({ id, secret_sealed }) => !opens(secret_sealed, id, keys)).length
	return { tried: rows.length, unreadable }
}

/** Says what is wrong with the key; undefined if nothing is. */
export function describeWrongKey({ tried, unreadable }: TriedSecrets): string | undefined {
	if (unreadable === 0) return undefined
	return `AUTH_ENCRYPTION_KEY doesn’t open ${unreadable} of ${tried} stored authenticator apps, so their users, members of the admin included, can’t sign in`
}

/** What to do about a wrong key. */
export const wrongKeyTodo =
	'Set AUTH_ENCRYPTION_KEY to the key that they were stored with (without the setting, it is in keys.json in DATA_DIR), and restart the shop. If you have changed it on purpose, set the old one as AUTH_FORMER_ENCRYPTION_KEY.'

function opens(sealed: Buffer, id: string, keys: readonly string[]): boolean {
	try {
		openSecret(sealed, id, keys)
		return true
	} catch {
		return false
	}
}
