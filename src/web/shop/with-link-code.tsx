import { type ReactNode, useEffect, useState } from 'react'
import { lazyImport } from '#web/ui/lazy-import.ts'
import type { CodePrice } from './code-price.tsx'

interface WithLinkCodeProps {
	productId: string
	/** The discount code of the link that the visitor came by; null if there is none. */
	code: string | null
	/** Whether the button is beside it, as in the buy box. */
	isBeside?: boolean
	/** The normal price. */
	children: ReactNode
}

/** Shows the price of a guide or a bundle, or its price with the code of a link. What that takes is loaded only with such a link. */
export function WithLinkCode({ productId, code, isBeside = false, children }: WithLinkCodeProps) {
	const [Shown, setShown] = useState<typeof CodePrice | null>(null)
	useEffect(() => {
		if (code !== null)
			lazyImport(() => import('./code-price.tsx')).then(
				(loaded) => setShown(() => loaded.CodePrice),
				() => undefined,
			)
	}, [code])
	if (Shown === null || code === null) return children
	return (
		<Shown productId={productId} code={code} isBeside={isBeside}>
			{children}
		</Shown>
	)
}
