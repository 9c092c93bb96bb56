import type { Finding } from '#server/operations/doctor/finding.ts'
import {
	describeWrongKey,
	tryEncryptionKeys,
	wrongKeyTodo,
} from '#server/operations/readings/try-encryption-keys.ts'
import { openDatabase } from '#server/platform/db/database.ts'

/** Checks that the keys open the stored secrets of authenticator apps. */
export async function checkEncryptionKey(jobsUrl: string, keys: readonly string[]): Promise<Finding[]> {
	const about = 'Keys'
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		const tried = await tryEncryptionKeys(database, keys)
		const says = describeWrongKey(tried)
		if (says !== undefined) return [{ level: 'error', about, says, todo: wrongKeyTodo }]
		if (tried.tried === 0) return []
		return [{ level: 'ok', about, says: 'AUTH_ENCRYPTION_KEY opens the stored authenticator apps' }]
	} finally {
		await database.close()
	}
}
