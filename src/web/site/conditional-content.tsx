import type { ReactNode } from 'react'
import type { MarketingClaimId } from '#catalogue/marketing-claim-id.ts'
import type { SitePart } from '#shared/site.ts'
import { isMarketingClaimShown, isPartShown } from './site-settings.ts'

type Wrapper = 'div' | 'li' | 'p' | 'section' | 'span' | 'ul'

interface Wrapped {
	/**
	 * The element to render. Don’t wrap words in the middle of a sentence: if the server removes the element, the texts on both
	 * sides run together.
	 */
	as?: Wrapper
	className?: string
	children: ReactNode
}

interface MarketingClaimProps extends Wrapped {
	/** If there are several, one confirmed claim is enough. */
	id: MarketingClaimId | readonly MarketingClaimId[]
}

/**
 * Shows a marketing claim if the owner has confirmed it. Otherwise the server removes the marked element from the built page
 * (`server/platform/http/finish-page.ts`) and the browser doesn't render it, so that hydration finds the same elements.
 */
export function MarketingClaim({ id, as: Element = 'div', className, children }: MarketingClaimProps) {
	const ids = typeof id === 'string' ? [id] : id
	if (!isMarketingClaimShown(ids)) return null
	return (
		<Element data-marketing-claim={ids.join(' ')} className={className}>
			{children}
		</Element>
	)
}

interface SiteOnlyProps extends Wrapped {
	/** If there are several, one that applies is enough. */
	when: SitePart | readonly SitePart[]
}

/** Shows a part of a page that only some installations have, in the same way as a marketing claim. */
export function SiteOnly({ when, as: Element = 'div', className, children }: SiteOnlyProps) {
	const parts = typeof when === 'string' ? [when] : when
	if (!isPartShown(parts)) return null
	return (
		<Element data-part={parts.join(' ')} className={className}>
			{children}
		</Element>
	)
}
