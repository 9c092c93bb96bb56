import { createContext, use } from 'react'
import bricolageUrl from '#web/fonts/bricolage-grotesque-basic.woff2?url'
import sourceSerifUrl from '#web/fonts/source-serif-4-basic.woff2?url'
import firstPaintCode from './first-paint.js?raw'

/** The nonce for inline scripts during development. Built pages need none, because their policy lists hashes. */
export const NonceContext = createContext<string | undefined>(undefined)

/**
 * The inline script that runs before anything is painted. It sets attributes for what only this browser knows: the chosen theme
 * (`data-theme`), whether the user is signed in (`data-session`, `--badge-name`), whether the stand-in fonts come first
 * (`data-stand-in`), and that scripts run. A test checks that it agrees with `session/badge-name.ts`.
 */
export function FirstPaintScript() {
	const nonce = use(NonceContext)
	// Only the HTML needs the code, so the browser's bundle omits it.
	const code = import.meta.env.SSR ? firstPaintCode : ''
	const fonts = import.meta.env.SSR ? `${bricolageUrl} ${sourceSerifUrl}` : ''
	return (
		<script
			data-fonts={fonts}
			nonce={nonce}
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, read from our own file at build
			dangerouslySetInnerHTML={{ __html: code }}
		/>
	)
}
