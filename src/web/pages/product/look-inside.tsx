import {
	type ComponentType,
	type FocusEvent,
	type MouseEvent,
	type ReactNode,
	useEffect,
	useRef,
	useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { Prerendered } from '#web/site/prerendered.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import type { GalleryVideo } from '#web/viewer/gallery-video.ts'
import type { VideoPlayerProps } from '#web/viewer/video-player.tsx'

interface LookInsideProps {
	/** Identifies the product's piece of the page. */
	name: string
	/** Loads the film, if the row has one. */
	loadFilm: () => Promise<GalleryVideo | undefined>
	/** The items of the row. Undefined if the document contains them. */
	children: ReactNode
}

/** Pages of the guide in a row that scrolls sideways. The film plays in its place in the row. */
export function LookInside({ name, loadFilm, children }: LookInsideProps) {
	const [row, setRow] = useState<HTMLElement | null>(null)
	const [Arrows, setArrows] = useState<ComponentType<{ row: HTMLElement }>>()
	const [film, play] = useFilm(loadFilm)
	useEffect(() => {
		void import('./row-arrows.tsx').then(
			(loaded) => setArrows(() => loaded.RowArrows),
			() => undefined,
		)
	}, [])
	return (
		<>
			<Prerendered
				as="ul"
				name={name}
				ref={setRow}
				aria-label="Pages to look at"
				className="page-row"
				data-playing={film === null ? undefined : ''}
				onFocus={showWhole}
				onClick={play}
			>
				{children}
			</Prerendered>
			{film}
			{row && Arrows ? <Arrows row={row} /> : null}
		</>
	)
}

/**
 * Scrolls the row so that a page focused with the keyboard is fully in view. Browsers do not scroll to a page that is partly in
 * view.
 */
function showWhole({ target }: FocusEvent<HTMLElement>) {
	if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'start' })
}

/** Returns the film once it is wanted, and a handler that starts it if its poster is pressed. */
function useFilm(
	load: () => Promise<GalleryVideo | undefined>,
): [film: ReactNode, play: (event: MouseEvent<HTMLElement>) => void] {
	const [film, setFilm] = useState<FilmProps | null>(null)

	function play(event: MouseEvent<HTMLElement>) {
		const { target, metaKey, ctrlKey, shiftKey, altKey } = event
		const poster = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-film]') : null
		const place = poster?.parentElement
		if (poster === null || place == null || metaKey || ctrlKey || shiftKey || altKey) return
		event.preventDefault()
		Promise.all([load(), lazyImport(() => import('#web/viewer/video-player.tsx'))]).then(
			([video, { VideoPlayer }]) => video && setFilm({ Player: VideoPlayer, video, place }),
			// As without scripts, the poster leads to the film's file.
			() => window.location.assign(poster.href),
		)
	}
	return [film && createPortal(<Film {...film} />, film.place), play]
}

interface FilmProps {
	Player: ComponentType<VideoPlayerProps>
	video: GalleryVideo
	/** The element with the poster. */
	place: Element
}

function Film({ Player, video }: FilmProps) {
	const frame = useRef<HTMLDivElement>(null)
	// While the viewer is open, the address has a fragment. The film stops then, so that nothing plays behind the viewer.
	const { hash } = useLocation()
	useEffect(() => {
		if (hash !== '') frame.current?.querySelector('video')?.pause()
	}, [hash])
	return (
		<div ref={frame}>
			<Player video={video} asked className="h-auto w-full" />
		</div>
	)
}
