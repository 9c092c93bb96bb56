import { createContext, use } from 'react'
import firstPaintCode from './first-paint.js?raw'

/** The nonce for inline scripts while developing. Built pages need none: their policy names hashes. */
export const NonceContext = createContext<string | undefined>(undefined)

/**
 * The inline script that runs before anything is painted. It marks what only this browser knows: the chosen theme (`data-
 * theme`), whether the user is signed in (`data-session`, `--badge-name`), and that scripts run. A test checks that it agrees
 * with `session/badge-name.ts`.
 */
export function FirstPaintScript() {
	const nonce = use(NonceContext)
	// Only the HTML needs the code, so the browser's bundle leaves it out.
	const code = import.meta.env.SSR ? firstPaintCode : ''
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, read from our own file at build
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}
