import type { ReactNode } from 'react'

/** What to look at in a picture, with the thin line that leads to it. */
export function MarginCaption({ children }: { children: ReactNode }) {
	return (
		<figcaption className="margin-note mt-4 flex gap-3">
			<span aria-hidden="true" className="mt-2.5 w-5 shrink-0 border-t border-edge" />
			{children}
		</figcaption>
	)
}
