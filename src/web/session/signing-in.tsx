import { NextUp } from '#web/shop/next-up.tsx'
import { Prerendered } from '#web/site/prerendered.tsx'

/**
 * Covers the home page while a visitor comes back from signing in elsewhere, and says what is next (`signing-in.css`). It is part of
 * the server's page, because it is the first thing that they see. `start-scripts.js` fills in what is next.
 */
export function SigningIn() {
	return (
		<Prerendered name="signing-in" className="signing-in">
			{import.meta.env.SSR ? <Next /> : undefined}
		</Prerendered>
	)
}

function Next() {
	return (
		<NextUp cover={<div className="next-cover leaf" />}>
			<p className="font-display text-title font-bold tracking-[-0.018em]">
				<span className="when-in">Signing you in</span>
				<span className="when-back">Back to signing in</span>
			</p>
			<p className="min-h-[1.5em] text-lead" data-next="" />
		</NextUp>
	)
}
