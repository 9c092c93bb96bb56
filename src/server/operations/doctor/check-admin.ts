import { addOwnerCommand, hasOwner } from '#server/features/staff/list-members.ts'
import {
	causeOf,
	certificateTodo,
	type Finding,
	isCertificateFault,
} from '#server/operations/doctor/finding.ts'
import { openDatabase } from '#server/platform/db/database.ts'

const about = 'Admin'
const patienceMs = 10_000

/** Checks that the admin answers at its address. */
export async function checkAdminAnswers(adminUrl: string, publishableKey: string): Promise<Finding> {
	const todo =
		'Start the shop, and let the proxy pass this address on to ADMIN_PORT with the Host header unchanged, as deploy/nginx.conf does.'
	try {
		const answer = await fetch(`${adminUrl}/`, {
			redirect: 'manual',
			signal: AbortSignal.timeout(patienceMs),
		})
		const page = await answer.text()
		const isAdmin = answer.status === 200 && page.includes('<title>Shop admin</title>')
		// Each page of the admin contains the publishable key of its shop.
		if (isAdmin && !page.includes(publishableKey))
			return {
				level: 'error',
				about,
				says: `${adminUrl} answers with the admin of another shop`,
				todo: 'Another shop listens on this port. Stop it, or set ADMIN_PORT (and ADMIN_URL, if you use it) to another one, and start this shop.',
			}
		if (isAdmin) return { level: 'ok', about, says: `answers at ${adminUrl}` }
		return {
			level: 'error',
			about,
			says: `${adminUrl} answers with status ${answer.status}, not with the admin`,
			todo,
		}
	} catch (error) {
		const code = causeOf(error)
		const says = `does not answer at ${adminUrl}${code}`
		return { level: 'error', about, says, todo: isCertificateFault(code) ? certificateTodo : todo }
	}
}

/** Checks that the admin has an owner who can sign in. */
export async function checkOwner(jobsUrl: string): Promise<Finding> {
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		if (await hasOwner(database)) return { level: 'ok', about, says: 'has an owner' }
		return {
			level: 'warning',
			about,
			says: 'has no owner, so nobody can sign in to it',
			todo: `Run ${addOwnerCommand}`,
		}
	} finally {
		await database.close()
	}
}
