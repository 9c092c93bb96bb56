import type { LinkDescriptor } from 'react-router'
import bricolageUrl from '#web/fonts/bricolage-grotesque-basic.woff2?url'
import sourceSerifUrl from '#web/fonts/source-serif-4-basic.woff2?url'
import iconData from './icon.svg?inline'

/**
 * Preloads the two type families. The icon is inlined and `start-scripts.js` adds the manifest after the first paint, because
 * on a slow connection both would delay the fonts.
 */
export function links(): LinkDescriptor[] {
	return [
		preloadFont(bricolageUrl),
		preloadFont(sourceSerifUrl),
		{ rel: 'icon', href: iconData, type: 'image/svg+xml' },
		{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
	]
}

function preloadFont(href: string): LinkDescriptor {
	return { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }
}
