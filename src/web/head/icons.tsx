import { iconColours } from '#shared/icon-files.ts'
import { iconPath, iconSource, isFromLogo } from '#shared/shop-icon.ts'
import { siteWords } from '#web/site/site-settings.ts'

/**
 * Names the shop's own icons, in documents only. Browsers find those that come with the shop by themselves, after the page. A letter
 * for tabs is inlined and `start-scripts.js` adds the manifest after the first paint, because on a slow connection both would delay it.
 */
export function Icons() {
	const source = globalThis.shopState === undefined ? undefined : iconSource(siteWords())
	if (source === undefined) return null
	return (
		<>
			{isFromLogo(source) ? (
				<link rel="icon" href={iconPath(source, 'tab.png')} type="image/png" />
			) : (
				<link rel="icon" href={letterIcon(source)} type="image/svg+xml" />
			)}
			<link rel="apple-touch-icon" href={iconPath(source, 'apple-touch-icon.png')} />
		</>
	)
}

function letterIcon(letter: string): string {
	const { ground, letter: colour } = iconColours
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${ground}"/><text x="16" y="24" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="800" font-size="23" fill="${colour}">${letter}</text></svg>`
	return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
