import { bundleIn } from '#shared/bundle-id.ts'
import { codeIn, slugIn, waitingPath, withCode } from '#shared/paths.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'

interface Guide {
	slug: string
	/** Null unless it is sold: a code takes nothing off a free guide. */
	pricePence: number | null
}

/** Returns the discount code in the address of this guide's page, or of the page on which a visitor gets it; null if there is none. */
export function linkCodeFor(
	{ slug, pricePence }: Guide,
	{ pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location,
): string | null {
	return pricePence !== null && slugIn(pathname.toLowerCase()) === slug ? codeIn(search) : null
}

/** Returns the discount code in the address of this bundle's offer; null if there is none, or if the address names another bundle. */
export function linkCodeForBundle(
	id: string,
	{ search, hash }: Pick<Location, 'search' | 'hash'> = window.location,
): string | null {
	return bundleIn(hash) === id ? codeIn(search) : null
}

/** Returns the address on which the visitor gets this guide, with the code of the link that they came by. */
export function addressToGet(guide: Guide): string {
	return safeRedirect(withCode(waitingPath(guide), linkCodeFor(guide)))
}
