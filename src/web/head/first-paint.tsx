import { createContext, use } from 'react'
import firstPaintCode from './first-paint.js?raw'

/** The nonce of a page rendered while developing; undefined on built pages (their policy names hashes) and in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

/**
 * The site's one inline script. It runs before anything is painted and marks what only this browser knows: the theme
 * chosen (`data-theme`), the signed-in look (`data-session`, `--badge-name`) and that scripts run at all. It must agree
 * with `session/badge-name.ts`; a test holds the two together.
 */
export function FirstPaintScript() {
	const nonce = use(NonceContext)
	// Its text is wanted in the HTML only; the browser's bundle does without.
	const code = import.meta.env.SSR ? firstPaintCode : ''
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, read from our own file at build
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}
