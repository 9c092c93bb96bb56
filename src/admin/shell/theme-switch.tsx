import { browserStorage } from '#web/ui/browser-storage.ts'
import { Icon } from '#web/ui/icon.tsx'

/** `index.html` reads the same key. */
const themeKey = 'headstart-admin-theme'

/** Switches between the light and the dark theme. Before the first switch, the system's preference applies. */
export function ThemeSwitch() {
	return (
		<button type="button" onClick={switchTheme} title="Light or dark" className="tool-button">
			<Icon name="contrast" size={20} />
			<span className="sr-only">Switch between light and dark</span>
		</button>
	)
}

export function switchTheme(): void {
	const root = document.documentElement
	const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
	const theme = (root.dataset.theme ?? (isDark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark'
	root.dataset.theme = theme
	// If storage is off, the choice lasts only until the page is closed.
	browserStorage.write(themeKey, theme)
}
