import { iconPath, iconSource } from '#shared/shop-icon.ts'
import { shopState } from '#web/site/shop.server.ts'

/** Serves `/manifest.webmanifest`, with which a browser puts the shop on a home screen. */
export function loader(): Response {
	const { site } = shopState()
	const { name, footer } = site
	const own = iconSource(site)
	const icon = (src: string, sizes: string, type = 'image/png') => ({ src, sizes, type })
	const manifest = {
		name,
		short_name: name,
		description: footer.sentence,
		lang: 'en-GB',
		start_url: '/',
		scope: '/',
		display: 'minimal-ui',
		theme_color: '#fbf8f1',
		background_color: '#fbf8f1',
		icons: [
			icon(iconPath(own, 'icon-192.png'), '192x192'),
			icon(iconPath(own, 'icon-512.png'), '512x512'),
			{ ...icon(iconPath(own, 'icon-maskable-512.png'), '512x512'), purpose: 'maskable' },
			...(own === undefined ? [icon('/favicon.svg', 'any', 'image/svg+xml')] : []),
		],
	}
	return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } })
}
