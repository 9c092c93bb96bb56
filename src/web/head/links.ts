import bricolageUrl from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import sourceSerifUrl from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'
import type { LinkDescriptor } from 'react-router'

/** What every page asks for first: the two type families and the icon. */
export function links(): LinkDescriptor[] {
	return [
		preloadFont(bricolageUrl),
		preloadFont(sourceSerifUrl),
		{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	]
}

function preloadFont(href: string): LinkDescriptor {
	return { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }
}
