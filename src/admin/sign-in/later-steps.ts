import { lazy } from 'react'
import { orNotLoaded } from '#web/ui/later-part.tsx'

// The steps of signing in aren't part of the first load: most pages are opened by members who have signed in.

const loadTakeStep = () => import('#admin/sign-in/take-step.tsx')

export const LaterTakeStep = lazy(() =>
	orNotLoaded(async () => ({ default: (await loadTakeStep()).TakeStep })),
)

export const LaterSetUpStep = lazy(() =>
	orNotLoaded(async () => ({ default: (await import('#admin/sign-in/set-up-step.tsx')).SetUpStep })),
)

export const LaterSignInForm = lazy(() =>
	orNotLoaded(async () => ({ default: (await import('#admin/sign-in/sign-in-form.tsx')).SignInForm })),
)

/**
 * Downloads what a session needs when it expires or the second step is asked for again, so that a new version of the admin in
 * between doesn't reload a page on which a member is typing. Failures are ignored.
 */
export function prepareSteps(): void {
	loadTakeStep().catch(() => undefined)
}
