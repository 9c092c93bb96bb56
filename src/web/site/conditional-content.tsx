import type { ReactNode } from 'react'
import type { SitePart } from '#shared/site.ts'
import { isPartShown } from './site-settings.ts'

type SiteOnlyProps = Condition & {
	/** The element to render. */
	as?: 'div' | 'li' | 'p' | 'section' | 'span' | 'ul'
	className?: string
	children: ReactNode
}

type Condition =
	/** If there are several, one that applies is enough. */
	{ when: SitePart | readonly SitePart[]; unless?: never } | { when?: never; unless: SitePart }

/** Shows a part of a page that only some installations have. */
export function SiteOnly({ when, unless, as: Element = 'div', className, children }: SiteOnlyProps) {
	const isShown = when === undefined ? !isPartShown([unless]) : isPartShown([when].flat())
	return isShown ? <Element className={className}>{children}</Element> : null
}
