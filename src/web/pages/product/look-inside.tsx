import type { ReactNode } from 'react'
import { type ComponentType, type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { asThumbnail, type GalleryPicture } from '#web/products/gallery.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'
import type { GalleryVideo } from '#web/viewer/gallery-video.ts'
import { aspectRatios, VideoPlayer } from '#web/viewer/video-player.tsx'
import { isVideo, type ViewerItem } from '#web/viewer/viewer-items.ts'

/** Pages of the guide in a row that scrolls sideways. Each has a note and opens the viewer. */
export function LookInside({ items }: { items: readonly ViewerItem[] }) {
	const [row, setRow] = useState<HTMLElement | null>(null)
	const [Arrows, setArrows] = useState<ComponentType<{ row: HTMLElement }>>()
	useEffect(() => {
		void import('./row-arrows.tsx').then(
			(loaded) => setArrows(() => loaded.RowArrows),
			() => undefined,
		)
	}, [])
	return (
		<>
			<ul ref={setRow} aria-label="Pages to look at" className="page-row" onFocus={showWhole}>
				{items.map((item) => (
					<li key={item.name} className={widthOf(item)}>
						{isVideo(item) ? <VideoFigure video={item} /> : <PageFigure picture={item} />}
					</li>
				))}
			</ul>
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

function PageFigure({ picture }: { picture: GalleryPicture }) {
	const sizes = isLying(picture) ? '(width < 50rem) 78vw, 34rem' : '(width < 30rem) 56vw, 14rem'
	const shown = isLying(picture) ? picture : asThumbnail(picture)
	return (
		<figure>
			<EnlargeLink picture={picture} className="leaf">
				<Picture {...shown} sizes={sizes} />
			</EnlargeLink>
			{picture.caption === null ? null : <MarginCaption>{picture.caption}</MarginCaption>}
		</figure>
	)
}

function widthOf(item: ViewerItem): string {
	// A video has the full width of a phone, because small moving text is hard to read.
	if (isVideo(item)) return 'w-full min-[30rem]:w-[18rem]'
	return isLying(item) ? 'w-[min(78vw,34rem)]' : 'w-[min(56vw,14rem)]'
}

function isLying({ width, height }: ViewerItem): boolean {
	return width > height
}

/** The video: a poster of the same shape, which starts the video when pressed. Without scripts it links to the file. */
function VideoFigure({ video }: { video: GalleryVideo }) {
	const [asked, setAsked] = useState(false)
	const figure = useRef<HTMLElement>(null)
	// While the viewer is open, the address has a fragment. The video stops then, so that nothing plays behind the viewer.
	const { hash } = useLocation()
	useEffect(() => {
		if (hash !== '') figure.current?.querySelector('video')?.pause()
	}, [hash])

	function play(event: MouseEvent<HTMLAnchorElement>) {
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		setAsked(true)
	}

	return (
		<figure ref={figure}>
			{asked ? (
				<VideoPlayer video={video} asked className="h-auto w-full" />
			) : (
				<a
					href={video.sources.find(({ type }) => type === 'video/mp4')?.src}
					data-opens={video.name}
					onClick={play}
					style={aspectRatios(video)}
					className="leaf group relative flex aspect-(--with-foot) flex-col"
				>
					<Picture {...video.poster} alt="" sizes="(width < 30rem) 92vw, 21rem" />
					<span className="flex grow items-center justify-center gap-4 border-t border-leaf-rule">
						<span
							aria-hidden="true"
							className="flex size-14 items-center justify-center rounded-full bg-leaf-press text-leaf transition-colors duration-150 group-hover:bg-on-leaf"
						>
							<Icon name="play" size={24} filled className="ml-1" />
						</span>
						<span className="font-display font-semibold text-leaf-press">
							Play the film<span className="sr-only">: {video.alt}</span>
						</span>
					</span>
				</a>
			)}
			<MarginCaption>{video.caption}</MarginCaption>
		</figure>
	)
}

/** Describes the video in words, for people who cannot watch it or would rather not. */
export function Transcript({ video }: { video: GalleryVideo }) {
	return (
		<details className="mt-2 max-w-measure border-y border-rule">
			<summary className="flex min-h-12 items-center py-2 font-semibold text-press hover:text-press-deep">
				<span>Read the transcript instead</span>
			</summary>
			<div className="grid gap-3 pb-5">
				{video.transcript.map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
			</div>
		</details>
	)
}

/** A note on what to look at in a picture. */
export function MarginCaption({ children }: { children: ReactNode }) {
	return (
		<figcaption className="margin-note mt-4 flex gap-3">
			<span aria-hidden="true" className="mt-2.5 w-5 shrink-0 border-t border-edge" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</figcaption>
	)
}
