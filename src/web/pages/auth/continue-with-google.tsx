import { continueWithGoogle } from '#web/session/begin-oauth.ts'
import { prepareSupabase } from '#web/session/supabase.ts'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { useBusy } from '#web/ui/use-busy.ts'

interface ContinueWithGoogleProps {
	/** The page to go to afterwards. */
	target: string
	/** A sentence above the button. */
	hint?: string
}

/** The button to sign in with Google. Nothing if the shop doesn’t offer that. */
export function ContinueWithGoogle({ target, hint }: ContinueWithGoogleProps) {
	const products = useShelf()
	const [busy, run] = useBusy()

	return (
		<SiteOnly when="google-sign-in" className="scripts-only grid w-full gap-2">
			{hint === undefined ? null : <p className="margin-note">{hint}</p>}
			<button
				type="button"
				className={googleClass}
				aria-disabled={busy || undefined}
				onFocus={prepareSupabase}
				onPointerEnter={prepareSupabase}
				onClick={() => run(() => continueWithGoogle(target, products))}
			>
				<span className="rounded-full bg-[#fff] p-0.5">
					<GoogleMark />
				</span>
				{busy ? 'Going to Google...' : 'Continue with Google'}
			</button>
		</SiteOnly>
	)
}

/** Google’s mark in its own colours, on white in both themes as its branding rules require. */
function GoogleMark() {
	return (
		<svg viewBox="0 0 24 24" width="20" height="20" fill="none" strokeWidth="4.4" aria-hidden="true">
			<path stroke="#ea4335" d="M18.36 5.82A8.8 8.8 0 0 0 4.3 7.74" />
			<path stroke="#fbbc05" d="M4.38 7.6a8.8 8.8 0 0 0 0 8.8" />
			<path stroke="#34a853" d="M4.3 16.26a8.8 8.8 0 0 0 13.42 2.42" />
			<path stroke="#4285f4" d="M17.6 18.78A8.8 8.8 0 0 0 20.8 12H12" />
		</svg>
	)
}

// Google’s own colours for its button on a light and on a dark page.
const googleClass =
	'inline-flex min-h-12 items-center justify-center gap-3 rounded-control border border-[light-dark(#747775,#8e918f)] bg-[light-dark(#fff,#131314)] ' +
	'px-5 py-2.5 font-display text-body leading-tight font-semibold text-[light-dark(#1f1f1f,#e3e3e3)] ' +
	'transition-colors duration-150 hover:bg-[light-dark(#f2f2f2,#26272a)] aria-disabled:cursor-progress aria-disabled:opacity-75'
