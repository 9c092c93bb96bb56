import {
	type ComponentType,
	createContext,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from 'react'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import { useViewerAddress } from './use-viewer-address.ts'
import type { ViewerProps } from './viewer.tsx'
import type { ViewerItem } from './viewer-item.ts'

/** Opens the item of that name in the viewer; `opener` gets the focus back. Null where there is no viewer. */
export const OpenViewer = createContext<((name: string, opener: HTMLElement) => void) | null>(null)

interface ViewerHostProps {
	/** What is looked through, for the viewer's head. */
	title: string
	items: readonly ViewerItem[]
	/** The page, whose thumbnails open the viewer. */
	children: ReactNode
}

/** Where a page's pictures can be seen large. The viewer itself is fetched with the first look. */
export function ViewerHost({ title, items, children }: ViewerHostProps) {
	const { index, open, show, close } = useViewerAddress(items)
	const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
	const page = useRef<HTMLDivElement>(null)
	const opener = useRef<HTMLElement | null>(null)
	const lastSeen = useRef<string | undefined>(undefined)

	const load = useEffectEvent(async () => {
		try {
			const { Viewer } = await lazyImport(() => import('./viewer.tsx'))
			setViewer(() => Viewer)
		} catch {
			toast.error('The picture could not be opened', { description: 'Check your connection and try again.' })
			close()
		}
	})
	const shown = index === null ? undefined : items[index]?.name
	useEffect(() => {
		if (shown !== undefined) lastSeen.current = shown
	}, [shown])

	const isWanted = index !== null && Viewer === null
	useEffect(() => {
		if (isWanted) void load()
	}, [isWanted])

	/** To the thumbnail that opened the viewer, or to that of the last picture for who came by its address. */
	function returnFocus() {
		const thumbnail = page.current?.querySelector<HTMLElement>(`[data-opens="${lastSeen.current}"]`)
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
