import { Contrast } from 'lucide-react'

/** Where the visitor's choice is kept; the head script reads the same key before first paint. */
const themeStorageKey = 'headstart-theme'

/** Changes between paper and desk. Without a choice the system's preference counts. */
export function ThemeSwitch() {
	return (
		<button
			type="button"
			onClick={switchTheme}
			title="Light or dark"
			className="needs-scripts flex size-11 items-center justify-center rounded-full text-press hover:text-press-deep"
		>
			<Contrast size={20} aria-hidden="true" />
			<span className="sr-only">Change between light and dark</span>
		</button>
	)
}

function switchTheme(): void {
	const root = document.documentElement
	const chosen =
		root.dataset.theme ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
	const theme = chosen === 'dark' ? 'light' : 'dark'
	root.dataset.theme = theme
	colourBars(theme)
	try {
		window.localStorage.setItem(themeStorageKey, theme)
	} catch {
		// Storage switched off: the choice lasts as long as the page.
	}
}

/** The browser's own bars go along: a colour without a condition stands before the two that follow the system. */
function colourBars(theme: 'light' | 'dark'): void {
	const all = 'meta[name="theme-color"]'
	const wanted = document.querySelector<HTMLMetaElement>(`${all}[media*="${theme}"]`)
	const first =
		document.querySelector<HTMLMetaElement>(`${all}:not([media])`) ?? document.createElement('meta')
	first.name = 'theme-color'
	first.content = wanted?.content ?? ''
	document.head.prepend(first)
}
