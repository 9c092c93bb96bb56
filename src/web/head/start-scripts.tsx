import { use, useEffect } from 'react'
import { Scripts } from 'react-router'
import { NonceContext } from './first-paint.tsx'
import startCode from './start-scripts.js?raw'

/**
 * The router's scripts, started only once the page has been painted: on a slow phone their 100 kB would delay fonts and images
 * by a second. A browser runs and fetches nothing inside a `template` element, until `start-scripts.js` copies the scripts. It
 * also repeats what the visitor has pressed by then.
 */
export function DeferredScripts() {
	const nonce = use(NonceContext)
	const code = import.meta.env.SSR ? startCode : ''
	useEffect(() => {
		document.documentElement.dataset.ready = ''
		dispatchEvent(new Event('headstart:ready'))
	}, [])
	return (
		<>
			{import.meta.env.SSR ? (
				<template data-scripts="">
					{/* React moves preloads to the head, but not those of a `noscript` element. */}
					<noscript>
						<Scripts />
					</noscript>
				</template>
			) : (
				// biome-ignore lint/security/noDangerouslySetInnerHtml: empty; React cannot hydrate the content of a template
				<template data-scripts="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
			)}
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, read from our own file at build */}
			<script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
		</>
	)
}
