import { use, useEffect } from 'react'
import { Scripts } from 'react-router'
import { NonceContext } from './first-paint.tsx'
import startCode from './start-scripts.js?raw'

/**
 * Contains the router's scripts, which start only after the first paint. On a slow phone, their 100 kB would otherwise delay
 * fonts and images by a second. A browser neither runs nor fetches anything inside a `template` element until `start-scripts.js`
 * copies the scripts out of it. That script also repeats what the visitor pressed before hydration.
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
					{/* Keeps the preloads here: React moves them to the head unless they are inside a `noscript` element. */}
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
