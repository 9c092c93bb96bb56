import type { Logger } from 'pino'
import { createTrust, parseAddress } from '#server/platform/http/client-address.ts'

/** The consequence of a proxy that the settings do not list. */
export const unlistedProxyEffect =
	'all visitors seem to share one address, so one of them can use up everybody’s limits'

interface WarningOptions {
	trustedProxies: readonly string[]
	log: Logger
}

/**
 * Makes the function that logs the first request that has a proxy's headers but comes from an address that is not listed. A
 * visitor can send these headers too, so the log includes the address for the owner to judge.
 */
export function createUnlistedProxyWarning({ trustedProxies, log }: WarningOptions) {
	const isTrusted = createTrust(trustedProxies)
	let hasWarned = false

	return (connection: string | undefined, header: (name: string) => string | undefined): void => {
		if (hasWarned || (header('x-forwarded-for') ?? header('forwarded')) === undefined) return
		const address = parseAddress(connection ?? '')
		if (address === undefined || isTrusted(address)) return
		hasWarned = true
		log.warn(
			{ address: address.toString() },
			`a request was forwarded by an address that TRUSTED_PROXIES does not list; if it is your proxy, ${unlistedProxyEffect}: add it`,
		)
	}
}
