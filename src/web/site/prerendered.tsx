import { type HTMLAttributes, type MouseEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'

interface PrerenderedProps extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
	/** Identifies the piece among all pieces of a document. */
	name: string
	as?: 'div' | 'footer' | 'section' | 'span' | 'ul'
	ref?: (element: HTMLElement | null) => void
	/** Undefined in the browser if the page was loaded as a document, which contains the piece. */
	children: ReactNode
}

/**
 * A piece of a page that needs no scripts, so that a browser loads neither its texts nor the code that renders it. The server
 * renders the piece, and hydration leaves it as it is: the router follows its links. If the visitor came by a link on the site, the
 * page's loaders have loaded the piece (`pieces.ts`).
 */
export function Prerendered({ name, as: Tag = 'div', children, ...rest }: PrerenderedProps) {
	const navigate = useNavigate()
	// Kept as long as the page is shown, also if its data is loaded again.
	const [kept] = useState(() => (children === undefined ? { __html: htmlIn(name) } : null))
	if (kept === null)
		return (
			<Tag data-markup={name} {...rest}>
				{children}
			</Tag>
		)

	function follow(event: MouseEvent<HTMLElement>) {
		const { target, metaKey, ctrlKey, shiftKey, altKey } = event
		const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-discover]') : null
		if (link === null || metaKey || ctrlKey || shiftKey || altKey) return
		event.preventDefault()
		const { pathname, search, hash, href } = link
		void navigate(pathname + search + hash, { replace: href === window.location.href })
	}
	return (
		<Tag
			data-markup={name}
			{...rest}
			onClick={(event: MouseEvent<HTMLElement>) => {
				rest.onClick?.(event)
				if (!event.defaultPrevented) follow(event)
			}}
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: what our own server has rendered
			dangerouslySetInnerHTML={kept}
		/>
	)
}

/** Returns the HTML of a piece that is in the document. */
function htmlIn(name: string): string {
	return document.querySelector(`[data-markup="${name}"]`)?.innerHTML ?? ''
}
