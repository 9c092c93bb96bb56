import {
	type MouseEventHandler,
	type ReactNode,
	type Ref,
	type RefCallback,
	type RefObject,
	useEffect,
	useRef,
	useState,
} from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { markupPlaceholder, type SiteMarkup } from '#shared/site.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toastUnreachable } from '#web/ui/toast.ts'

interface ServerMarkupProps {
	name: SiteMarkup
	/** The page that contains the HTML. */
	path: string
	className: string
	/** Shown if the HTML can't be fetched; nothing by default. */
	failure?: string
	/** Called with the element when it contains HTML. */
	onShown?: RefCallback<HTMLElement>
}

/**
 * HTML that the running server writes into the built page and keeps up to date, such as the reviews. React does not change it.
 * If the page was rendered in the browser, because the visitor followed a link on the site, the HTML is fetched.
 */
export function ServerMarkup({ name, path, className, failure = '', onShown }: ServerMarkupProps) {
	const markup = useMarkup(name, path, failure)
	const navigate = useNavigate()
	return (
		<Markup
			ref={markup === '' ? null : (onShown ?? null)}
			name={name}
			className={className}
			html={import.meta.env.SSR ? markupPlaceholder(name) : markup}
			onClick={({ target }) => void press(target, navigate)}
		/>
	)
}

/** Performs the action of a button in the HTML. The code for all such buttons is loaded on the first press. */
async function press(target: EventTarget, navigate: NavigateFunction): Promise<void> {
	const button = target instanceof Element ? target.closest('button') : null
	if (button === null) return
	try {
		const pressed = await lazyImport(() => import('./press-button.ts'))
		await pressed.pressButton(button, navigate)
	} catch {
		toastUnreachable(button.dataset.failed ?? '')
	}
}

interface PrerenderedProps {
	/** A unique name for the piece. */
	name: string
	/** The page that contains it. */
	path: string
	failure?: string
	/** Null in the browser, so that the scripts contain neither the texts nor the code that renders them. */
	children: ReactNode
}

/**
 * A piece of the built page that needs no scripts. React does not change it. It is fetched in the same cases as
 * `ServerMarkup`. Its links are followed by the router.
 */
export function Prerendered({ name, path, failure = '', children }: PrerenderedProps) {
	const markup = useMarkup(name, path, failure)
	const piece = useRouterLinks()
	if (import.meta.env.SSR) return <div data-markup={name}>{children}</div>
	return <Markup ref={piece} name={name} html={markup} />
}

/** Returns a ref for an element with HTML. The router then handles the links in it that stay on the site. */
function useRouterLinks(): RefObject<HTMLDivElement | null> {
	const piece = useRef<HTMLDivElement>(null)
	const navigate = useNavigate()
	useEffect(() => {
		const element = piece.current
		function follow(event: MouseEvent) {
			const { target, metaKey, ctrlKey, shiftKey, altKey } = event
			const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-discover]') : null
			if (link === null || metaKey || ctrlKey || shiftKey || altKey) return
			event.preventDefault()
			void navigate(link.pathname + link.search + link.hash)
		}
		element?.addEventListener('click', follow)
		return () => element?.removeEventListener('click', follow)
	}, [navigate])
	return piece
}

/** The pieces that have been shown, so that a page has the same height again after the Back button. */
const shown = new Map<string, string>()

function useMarkup(name: string, path: string, failure: string): string {
	const [markup, setMarkup] = useState(() =>
		import.meta.env.SSR ? '' : (markupIn(document, name) ?? shown.get(name) ?? null),
	)
	const isMissing = markup === null
	useEffect(() => {
		if (!isMissing) return
		let isCurrent = true
		void fetchPage(path).then((page) => {
			if (isCurrent) setMarkup((page && markupIn(page, name)) ?? failure)
		})
		return () => {
			isCurrent = false
		}
	}, [isMissing, name, path, failure])
	return markup ?? ''
}

interface MarkupProps {
	name: string
	className?: string
	html: string
	ref?: Ref<HTMLDivElement>
	onClick?: MouseEventHandler
}

function Markup({ name, className, html, ref, onClick }: MarkupProps) {
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only its buttons are pressed, also with keys
		<div
			ref={ref}
			onClick={onClick}
			data-markup={name}
			className={className}
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: from our own server, which has escaped what visitors wrote
			dangerouslySetInnerHTML={{ __html: html }}
		/>
	)
}

/** Returns a piece of a page, and caches it. */
function markupIn(page: Document, name: string): string | null {
	const piece = page.querySelector(`[data-markup="${name}"]`)
	if (piece === null) return null
	shown.set(name, piece.innerHTML)
	return piece.innerHTML
}

const fetching = new Map<string, Promise<Document | null>>()

/**
 * Fetches a page as the server sends it. Pieces that need the same page at the same time share one request. Returns null if
 * the request fails.
 */
export async function fetchPage(path: string): Promise<Document | null> {
	const underWay = fetching.get(path)
	if (underWay !== undefined) return await underWay
	const page = requestPage(path)
	fetching.set(path, page)
	try {
		return await page
	} finally {
		fetching.delete(path)
	}
}

async function requestPage(path: string): Promise<Document | null> {
	try {
		// The origin is needed, because an address that begins with two slashes would belong to another site.
		const answer = await fetch(`${window.location.origin}${path}`)
		return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
	} catch {
		return null
	}
}
