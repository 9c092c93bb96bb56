import { browserStorage } from '#web/ui/browser-storage.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The local storage key of the chosen theme. `head/first-paint.js` reads it too. */
const themeStorageKey = 'headstart-theme'

/** Switches between the light and the dark theme. Before the first switch, the system's preference applies. */
export function ThemeSwitch() {
	return (
		<button
			type="button"
			onClick={switchTheme}
			title="Light or dark"
			className="needs-scripts flex size-11 items-center justify-center rounded-full text-press hover:text-press-deep"
		>
			<Icon name="contrast" size={20} />
			<span className="sr-only">Switch between light and dark</span>
		</button>
	)
}

function switchTheme(): void {
	const root = document.documentElement
	const chosen =
		root.dataset.theme ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
	const theme = chosen === 'dark' ? 'light' : 'dark'
	root.dataset.theme = theme
	setThemeColour(theme)
	// If storage is off, the choice lasts only until the page is closed.
	browserStorage.write(themeStorageKey, theme)
}

/**
 * Sets the colour of the browser's own toolbars. Adds a `theme-color` without a media query before the two that follow the
 * system, because browsers use the first that matches.
 */
function setThemeColour(theme: 'light' | 'dark'): void {
	const all = 'meta[name="theme-color"]'
	const wanted = document.querySelector<HTMLMetaElement>(`${all}[media*="${theme}"]`)
	const first =
		document.querySelector<HTMLMetaElement>(`${all}:not([media])`) ?? document.createElement('meta')
	first.name = 'theme-color'
	first.content = wanted?.content ?? ''
	document.head.prepend(first)
}
