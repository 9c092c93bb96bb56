import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useOwnedIds } from '#web/shop/owned.ts'
import { Prerendered } from '#web/site/prerendered.tsx'

interface RelatedGuidesProps {
	/** Identifies the product's piece of the page. */
	name: string
	/** Loads the links. */
	load: () => Promise<ReactNode>
	/** The links (`RelatedList`). Undefined if the document contains them. */
	children: ReactNode
}

/** Guides that go well with this one. Links in a document have prices, so that for a user who has guides the links are loaded again. */
export function RelatedGuides({ name, load, children }: RelatedGuidesProps) {
	const isHolder = (useOwnedIds()?.size ?? 0) > 0
	const [links, setLinks] = useState<ReactNode>(undefined)
	const loadLinks = useEffectEvent(() => {
		// A failure is ignored, because the prices are right.
		load().then(setLinks, () => undefined)
	})
	const isStale = isHolder && children === undefined
	useEffect(() => {
		if (isStale) loadLinks()
	}, [isStale])

	const className = 'grid gap-x-12 gap-y-10 border-t border-rule pt-8 sm:grid-cols-2'
	if (links !== undefined) return <ul className={className}>{links}</ul>
	return (
		<Prerendered as="ul" name={name} className={className}>
			{children}
		</Prerendered>
	)
}
