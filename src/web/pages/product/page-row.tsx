import type { ReactNode } from 'react'
import { asThumbnail, type GalleryPicture } from '#web/products/gallery.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'
import type { GalleryVideo } from '#web/viewer/gallery-video.ts'
import { aspectRatios } from '#web/viewer/video-player.tsx'
import { isVideo, type ViewerItem } from '#web/viewer/viewer-items.ts'

/** The items of the row "Look inside". Each has a note and opens the viewer or plays in place. */
export function PageRow({ items }: { items: readonly ViewerItem[] }) {
	return items.map((item) => (
		<li key={item.name} className={shapeOf(item)}>
			{isVideo(item) ? <FilmFigure video={item} /> : <PageFigure picture={item} />}
		</li>
	))
}

function PageFigure({ picture }: { picture: GalleryPicture }) {
	const isLarge = shapeOf(picture) !== undefined
	const sizes = isLarge ? '(width < 50rem) 78vw, 47rem' : '(width < 30rem) 65vw, 21rem'
	const shown = isLarge ? picture : asThumbnail(picture)
	return (
		<figure>
			<EnlargeLink picture={picture} className="leaf">
				<Picture {...shown} sizes={sizes} />
			</EnlargeLink>
			{picture.caption === null ? null : <MarginCaption>{picture.caption}</MarginCaption>}
		</figure>
	)
}

/** Returns the class of an item that isn’t as high as the row; undefined for a page, which is. */
function shapeOf(item: ViewerItem): string | undefined {
	// A video has the full width of a phone, because small moving text is hard to read.
	if (isVideo(item)) return 'w-full min-[30rem]:w-[18rem]'
	const { width, height } = item
	if (width > height) return 'w-[min(78vw,34rem)]'
	// A sheet of a workbook is readable only in part: its upper left corner, where its headings are.
	return width > height * 0.75 ? 'row-corner' : undefined
}

/** A poster of the film, in the film's shape. Pressing it plays the film in its place. Without scripts it links to the file. */
function FilmFigure({ video }: { video: GalleryVideo }) {
	return (
		<figure>
			<div>
				<a
					href={video.sources.find(({ type }) => type === 'video/mp4')?.src}
					data-opens={video.name}
					data-film
					style={aspectRatios(video)}
					className="leaf group relative flex aspect-(--with-foot) flex-col in-data-playing:hidden"
				>
					<Picture {...video.poster} alt="" sizes="(width < 30rem) 92vw, 18rem" />
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
			</div>
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
	return <figcaption className="margin-note leader mt-4">{children}</figcaption>
}
