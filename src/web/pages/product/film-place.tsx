import {
	type ComponentType,
	type MouseEvent,
	type ReactNode,
	useCallback,
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

interface FilmPlaceProps {
	/** Identifies the product's piece of the page. */
	name: string
	load: () => Promise<GalleryVideo | undefined>
	/** The film's poster and transcript. Undefined if the document contains them. */
	children: ReactNode
}

/** The film, which is loaded and plays in the place of its poster once that is pressed. */
export function FilmPlace({ name, load, children }: FilmPlaceProps) {
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
	return (
		<>
			<Prerendered name={name} data-playing={film === null ? undefined : ''} onClick={play}>
				{children}
			</Prerendered>
			{film && createPortal(<Film {...film} />, film.place)}
		</>
	)
}

interface FilmProps {
	Player: ComponentType<VideoPlayerProps>
	video: GalleryVideo
	/** The element with the poster. */
	place: Element
}

function Film({ Player, video, place }: FilmProps) {
	const frame = useRef<HTMLDivElement>(null)
	// While the viewer is open, the address has a fragment. The film stops then, so that nothing plays behind the viewer.
	const { hash } = useLocation()
	useEffect(() => {
		if (hash !== '') frame.current?.querySelector('video')?.pause()
	}, [hash])
	// The captions are the sentences of the transcript.
	const markScene = useCallback(
		(words: string) => {
			for (const scene of place.parentElement?.querySelectorAll('li') ?? [])
				scene.classList.toggle('marked-scene', scene.textContent === words)
		},
		[place],
	)
	return (
		<div ref={frame}>
			<Player video={video} asked onCaption={markScene} />
		</div>
	)
}
