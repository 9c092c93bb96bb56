import {
	type ComponentType,
	createContext,
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

/** Opens the named item in the viewer. `opener` gets the focus back. Null outside a `ViewerHost`. */
export const OpenViewer = createContext<((name: string, opener: HTMLElement) => void) | null>(null)

interface ViewerHostProps {
	/** The title of the viewer. */
	title: string
	items: readonly ViewerItem[]
	/** The part of the page with the thumbnails that open the viewer. */
	children: ReactNode
}

/** Lets thumbnails open the viewer, whose code is loaded on first use. */
export function ViewerHost({ title, items, children }: ViewerHostProps) {
	const { index, open, show, close } = useViewerAddress(items)
	const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
	const page = useRef<HTMLDivElement>(null)
	const opener = useRef<HTMLElement | null>(null)
	const lastShown = useRef<string | undefined>(undefined)

	const load = useEffectEvent(async () => {
		try {
			const { Viewer } = await lazyImport(() => import('./viewer.tsx'))
			setViewer(() => Viewer)
		} catch {
			toast.error('The picture couldn’t be opened', { description: 'Check your connection and try again.' })
			close()
		}
	})
	const shown = index === null ? undefined : items[index]?.name
	useEffect(() => {
		if (shown !== undefined) lastShown.current = shown
	}, [shown])

	const isWanted = index !== null && Viewer === null
	useEffect(() => {
		if (isWanted) void load()
	}, [isWanted])

	/**
	 * Focuses the thumbnail that opened the viewer. If a direct link opened it, focuses the thumbnail of the picture that was
	 * shown last.
	 */
	function returnFocus() {
		const thumbnail = page.current?.querySelector<HTMLElement>(`[data-opens="${lastShown.current}"]`)
		const target = opener.current ?? thumbnail
		target?.focus({ preventScroll: opener.current !== null })
		opener.current = null
	}

	return (
		<OpenViewer
			value={(name, element) => {
				opener.current = element
				open(name)
			}}
		>
			<div ref={page}>{children}</div>
			{Viewer === null ? null : (
				<Viewer
					title={title}
					items={items}
					index={index}
					onIndex={show}
					onClose={close}
					returnFocus={returnFocus}
				/>
			)}
		</OpenViewer>
	)
}

/**
 * Keeps the open picture in the address, such as `#05-evidence`: the Back button closes the viewer, and a picture can be shared
 * by its address.
 */
function useViewerAddress(items: readonly ViewerItem[]) {
	const { search, hash, state } = useLocation()
	const navigate = useNavigate()
	const index = items.findIndex(({ name }) => hash === `#${name}`)

	return {
		/** Null if none is open. */
		index: index === -1 ? null : index,
		open(name: string) {
			void navigate({ search, hash: name }, { state: openedHere, preventScrollReset: true })
		},
		show(next: number) {
			const target = { search, hash: items[next]?.name ?? '' }
			void navigate(target, { state, replace: true, preventScrollReset: true })
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
