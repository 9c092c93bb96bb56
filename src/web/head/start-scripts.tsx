import { use, useEffect } from 'react'
import { NonceContext } from './first-paint.tsx'
import startCode from './start-scripts.js?raw'

/**
 * Starts the page's scripts once it has been painted, and keeps what a visitor presses before they run. On a slow phone
 * that puts a second between reading and the scripts' 100 kB. The server holds the scripts back
 * (`src/server/platform/http/defer-scripts.ts`); where it does not, while developing, they start by themselves.
 */
export function StartScripts() {
	const nonce = use(NonceContext)
	const code = import.meta.env.SSR ? startCode : ''
	useEffect(() => {
		document.documentElement.dataset.ready = ''
		dispatchEvent(new Event('headstart:ready'))
	}, [])
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, read from our own file at build
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}
