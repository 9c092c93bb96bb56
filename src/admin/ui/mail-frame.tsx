import { useEffect, useRef, useState } from 'react'

export type Theme = 'light' | 'dark'

interface MailFrameProps {
	title: string
	html: string
	styles: string
	theme: Theme
}

/**
 * Shows an email in a frame of its own, in which scripts do not run and links lead nowhere. The page's content security policy
 * does not allow a stylesheet in the email, so `styles` are added from here. The email has the chosen theme, even if the member's
 * system has the other one.
 */
export function MailFrame({ title, html, styles, theme }: MailFrameProps) {
	const frame = useRef<HTMLIFrameElement>(null)
	const [loads, setLoads] = useState(0)
	const [height, setHeight] = useState(600)
	useEffect(() => {
		const page = frame.current?.contentDocument
		const view = page?.defaultView
		if (loads === 0 || !page || !view) return
		const sheet = new view.CSSStyleSheet()
		sheet.replaceSync(inTheme(styles, theme))
		page.adoptedStyleSheets = [sheet]
		const measure = () => setHeight(page.documentElement.offsetHeight)
		measure()
		const observer = new ResizeObserver(measure)
		observer.observe(page.documentElement)
		return () => observer.disconnect()
	}, [loads, styles, theme])
	return (
		<iframe
			ref={frame}
			title={title}
			className="mail-frame"
			sandbox="allow-same-origin"
			srcDoc={html}
			style={{ height }}
			onLoad={() => setLoads((last) => last + 1)}
		/>
	)
}

function inTheme(styles: string, theme: Theme): string {
	return styles
		.replaceAll(/\(prefers-color-scheme: (light|dark)\)/g, (_whole, each) =>
			each === theme ? 'all' : 'not all',
		)
		.replaceAll('color-scheme: light dark', `color-scheme: ${theme}`)
}
