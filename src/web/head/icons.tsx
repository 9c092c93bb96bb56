import { iconColours } from '#shared/icon-files.ts'
import { iconPath, iconSource, isFromLogo } from '#shared/shop-icon.ts'
import { siteWords } from '#web/site/site-settings.ts'
import drawnPage from './icon.svg?inline'

/**
 * Names the icons, in documents only. A drawn one for tabs is inlined and `start-scripts.js` adds the manifest after the first paint,
 * because on a slow connection both would delay it.
 */
export function Icons() {
	const source = globalThis.shopState === undefined ? undefined : iconSource(siteWords())
	return (
		<>
			{source !== undefined && isFromLogo(source) ? (
				<link rel="icon" href={iconPath(source, 'tab.png')} type="image/png" />
			) : (
				// React would write six characters for each apostrophe.
				<link
					rel="icon"
					href={source === undefined ? drawnPage.replaceAll("'", '%22') : letterIcon(source)}
					type="image/svg+xml"
				/>
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
