import type { ReactNode } from 'react'

interface NextUpProps {
	/** The cover of what is next. */
	cover: ReactNode
	/** Says what is happening with it. */
	children: ReactNode
}

/**
 * The layout of a page between signing in and having a guide. The cover comes first on a phone, so that it stays in place while the
 * text changes. The page is so high that the footer is below the screen in every state.
 */
export function NextUp({ cover, children }: NextUpProps) {
	return (
		<div className="page-width grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start items-start gap-x-16 gap-y-10 py-10 sm:py-16 md:grid-cols-[7fr_5fr]">
			<div className="w-[34%] max-w-64 md:col-start-2 md:w-full">{cover}</div>
			<div className="grid content-start justify-items-start gap-5 md:col-start-1 md:row-start-1">
				{children}
			</div>
		</div>
	)
}
