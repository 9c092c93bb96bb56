import type { Logger } from 'pino'
import type { Admission, Priority } from '#server/platform/http/admission.ts'
import { admit, admitUpgrades } from '#server/platform/http/admit.ts'
import type { Answering } from '#server/platform/http/http-server.ts'
import type { SecuredSite } from '#server/platform/http/security-headers.ts'
import { apis } from './http-app.ts'

interface AdmitVisitorsOptions {
	admission: Admission
	site: SecuredSite
	log: Logger
}

const payments: ReadonlySet<string> = new Set([
	'/functions/v1/create-payment',
	'/functions/v1/confirm-payment',
	'/functions/v1/stripe-webhook',
])

/**
 * Admits only as many requests as the server can answer. Those about payments are refused last. Each API refuses in its own
 * format.
 */
export function admitVisitors(
	{ fetch, upgrades }: Required<Pick<Answering, 'fetch' | 'upgrades'>>,
	{ admission, site, log }: AdmitVisitorsOptions,
): Required<Pick<Answering, 'fetch' | 'refuse' | 'upgrades'>> {
	return {
		...admit(fetch, { admission, priorityOf, formatOf, site, log }),
		upgrades: admitUpgrades(upgrades, admission),
	}
}

/** Returns the priority of a path; undefined for health checks, which are always answered. */
function priorityOf(path: string): Priority | undefined {
	if (payments.has(path)) return 'money'
	if (path.startsWith('/auth/v1/') || path.startsWith('/storage/v1/')) return 'account'
	return path === '/healthz' || path === '/readyz' ? undefined : 'rest'
}

function formatOf(path: string) {
	return apis.find(({ prefix }) => path.startsWith(prefix))?.formatError
}
