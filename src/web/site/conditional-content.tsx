import type { ReactNode } from 'react'
import type { SitePart } from '#shared/site.ts'
import { isPartShown } from './site-settings.ts'

interface SiteOnlyProps {
	/** If there are several, one that applies is enough. */
	when: SitePart | readonly SitePart[]
	/** The element to render. */
	as?: 'div' | 'li' | 'p' | 'section' | 'span' | 'ul'
	className?: string
	children: ReactNode
}

/** Shows a part of a page that only some installations have. */
export function SiteOnly({ when, as: Element = 'div', className, children }: SiteOnlyProps) {
	const parts = typeof when === 'string' ? [when] : when
	return isPartShown(parts) ? <Element className={className}>{children}</Element> : null
}
