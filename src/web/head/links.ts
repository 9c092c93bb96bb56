import type { LinkDescriptor } from 'react-router'
import bricolageUrl from '#web/fonts/bricolage-grotesque-basic.woff2?url'
import sourceSerifUrl from '#web/fonts/source-serif-4-basic.woff2?url'
import iconData from './icon.svg?inline'

/**
 * What every page asks for first: the two type families. The icon comes along in the page, and the manifest is named once the
 * page is painted (`start-scripts.js`): either would take a share of a slow line from the letters.
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
