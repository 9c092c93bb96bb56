import type { LinkDescriptor } from 'react-router'
import bricolageUrl from '#web/fonts/bricolage-grotesque-basic.woff2?url'
import sourceSerifUrl from '#web/fonts/source-serif-4-basic.woff2?url'

/** What every page asks for first: the two type families and the icon. */
export function links(): LinkDescriptor[] {
	return [
		preloadFont(bricolageUrl),
		preloadFont(sourceSerifUrl),
		{ rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
		{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
		{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
		{ rel: 'manifest', href: '/manifest.webmanifest' },
	]
}

function preloadFont(href: string): LinkDescriptor {
	return { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }
}
