import type { ReactNode } from 'react'
import type { MarketingClaimId } from '#catalogue/marketing-claim-id.ts'
import type { SitePart } from '#shared/site.ts'
import { isClaimShown, isPartShown } from './site.ts'

type Wrapper = 'div' | 'li' | 'p' | 'section' | 'span' | 'ul'

interface Wrapped {
	/** The element it becomes. Never between two stretches of bare text: taken out, they would run together. */
	as?: Wrapper
	className?: string
	children: ReactNode
}

interface MarketingClaimProps extends Wrapped {
	/** With several, it is shown as long as one of them is. */
	id: MarketingClaimId | readonly MarketingClaimId[]
}

/**
 * Shows what only the owner can vouch for. The server takes the marked element out of a page whose owner has not confirmed
 * it (`server/platform/http/finish-page.ts`); in the browser nothing is rendered then either, so both agree.
 */
export function MarketingClaim({ id, as: Element = 'div', className, children }: MarketingClaimProps) {
	const ids = typeof id === 'string' ? [id] : id
	if (!isClaimShown(ids)) return null
	return (
		<Element data-claim={ids.join(' ')} className={className}>
			{children}
		</Element>
	)
}

interface SiteOnlyProps extends Wrapped {
	/** With several, it is shown where one of them holds. */
	when: SitePart | readonly SitePart[]
}

/** Shows a part of a page that holds for some installations only; works as a claim does. */
export function SiteOnly({ when, as: Element = 'div', className, children }: SiteOnlyProps) {
	const parts = typeof when === 'string' ? [when] : when
	if (!isPartShown(parts)) return null
	return (
		<Element data-part={parts.join(' ')} className={className}>
			{children}
		</Element>
	)
}
