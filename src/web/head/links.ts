import type { LinkDescriptor } from 'react-router'
import iconData from './icon.svg?inline'

/**
 * Names the icons. The one for tabs is inlined and `start-scripts.js` adds the manifest after the first paint, because on a slow
 * connection both would delay it. The fonts are not preloaded here: see `first-paint.js`.
 */
export function links(): LinkDescriptor[] {
	return [
		{ rel: 'icon', href: iconData, type: 'image/svg+xml' },
		{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
	]
}
