import { NextUp } from '#web/shop/next-up.tsx'

/**
 * Covers the home page while a visitor comes back from signing in elsewhere, and says what is next (`signing-in.css`). It is part of
 * the server's page, because it is the first thing that they see. `start-scripts.js` fills in what is next.
 */
export function SigningIn() {
	return (
		<div className="signing-in">
			<NextUp cover={<div className="next-cover leaf" />}>
				<p className="font-display text-title font-bold tracking-[-0.018em]">
					<span className="when-in">Signing you in</span>
					<span className="when-back">Back to signing in</span>
				</p>
				{/* Filled in before hydration, which must leave it alone. */}
				<p suppressHydrationWarning className="min-h-[1.5em] text-lead" data-next="">
					{import.meta.env.SSR ? '' : textOfNext()}
				</p>
			</NextUp>
		</div>
	)
}

/** Returns what `start-scripts.js` has filled in. */
function textOfNext(): string {
	return document.querySelector('[data-next]')?.textContent ?? ''
}
