import {
	type ComponentType,
	type MouseEvent,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import type { ViewerProps } from './viewer.tsx'
import type { ViewerItem } from './viewer-items.ts'

interface ViewerHostProps {
	/** The title of the viewer. */
	title: string
	/** Loads the pictures and the film that the viewer shows. */
	loadItems: () => Promise<readonly ViewerItem[]>
	/** The part of the page with the thumbnails that open the viewer (`EnlargeLink`). */
	children: ReactNode
}

interface LoadedViewer {
	Viewer: ComponentType<ViewerProps>
	items: readonly ViewerItem[]
}

/** Lets thumbnails open the viewer. Its code and what it shows are loaded on first use. */
export function ViewerHost({ title, loadItems, children }: ViewerHostProps) {
	const { named, open, show, close } = useViewerAddress()
	const [loaded, setLoaded] = useState<LoadedViewer | null>(null)
	const page = useRef<HTMLDivElement>(null)
	const opener = useRef<HTMLElement | null>(null)
	const lastShown = useRef<string | undefined>(undefined)

	const load = useEffectEvent(async () => {
		try {
			const [{ Viewer }, items] = await Promise.all([lazyImport(() => import('./viewer.tsx')), loadItems()])
			setLoaded({ Viewer, items })
		} catch {
			toast.error('The picture couldn’t be opened', { description: 'Check your connection and try again.' })
			close()
		}
	})
	useEffect(() => {
		if (page.current === null || thumbnailOf(named, page.current) === null) return
		lastShown.current = named
		if (loaded === null) void load()
	}, [named, loaded])

	/**
	 * Focuses the thumbnail that opened the viewer. If a direct link opened it, focuses the thumbnail of the picture that was
	 * shown last.
	 */
	function returnFocus() {
		const thumbnail = page.current && thumbnailOf(lastShown.current, page.current)
		const target = opener.current ?? thumbnail
		target?.focus({ preventScroll: opener.current !== null })
		opener.current = null
	}

	function enlarge(event: MouseEvent<HTMLElement>) {
		const { target, metaKey, ctrlKey, shiftKey, altKey } = event
		const link = target instanceof Element ? target.closest<HTMLElement>('a[data-opens]') : null
		const inNewTab = metaKey || ctrlKey || shiftKey || altKey
		if (link === null || inNewTab || event.defaultPrevented) return
		event.preventDefault()
		opener.current = link
		open(link.dataset.opens ?? '')
	}

	const index = loaded?.items.findIndex(({ name }) => name === named) ?? -1
	return (
		<>
			{/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only its links are pressed, also with keys */}
			<div ref={page} onClick={enlarge}>
				{children}
			</div>
			{loaded === null ? null : (
				<loaded.Viewer
					title={title}
					items={loaded.items}
					index={index === -1 ? null : index}
					onIndex={(next) => show(loaded.items[next]?.name ?? '')}
					onClose={close}
					returnFocus={returnFocus}
				/>
			)}
		</>
	)
}

/** Returns the thumbnail of a picture; null if the page has none. */
function thumbnailOf(name: string | undefined, page: HTMLElement): HTMLElement | null {
	return name ? page.querySelector<HTMLElement>(`[data-opens="${CSS.escape(name)}"]`) : null
}

/**
 * Keeps the open picture in the address, such as `#05-evidence`: the Back button closes the viewer, and a picture can be shared
 * by its address.
 */
function useViewerAddress() {
	const { search, hash, state } = useLocation()
	const navigate = useNavigate()

	return {
		/** The name in the address, which need not be that of a picture. Empty if there is none. */
		named: hash.slice(1),
		open(name: string) {
			void navigate({ search, hash: name }, { state: openedHere, preventScrollReset: true })
		},
		show(name: string) {
			void navigate({ search, hash: name }, { state, replace: true, preventScrollReset: true })
		},
		close() {
			// After a direct link to a picture, Back would leave the site.
			if (isOpenedHere(state)) void navigate(-1)
			else void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
		},
	}
}

const openedHere = { viewer: 'opened here' } as const

function isOpenedHere(state: unknown): boolean {
	return (
		typeof state === 'object' && state !== null && 'viewer' in state && state.viewer === openedHere.viewer
	)
}
