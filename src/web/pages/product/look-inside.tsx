import type { GalleryPicture } from '#web/products/gallery.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'
import { isVideo, type ViewerItem } from '#web/viewer/viewer-items.ts'
import { MarginCaption } from './margin-caption.tsx'
import { VideoFigure } from './video-figure.tsx'

/** The guide's own pages in a row that can be pushed along, each with a note on what to look at; each opens the viewer. */
export function LookInside({ items }: { items: readonly ViewerItem[] }) {
	return (
		<ul aria-label="Pages to look at" className="page-row">
			{items.map((item) => (
				<li key={item.name} className={widthOf(item)}>
					{isVideo(item) ? <VideoFigure video={item} /> : <PageFigure picture={item} />}
				</li>
			))}
		</ul>
	)
}

function PageFigure({ picture }: { picture: GalleryPicture }) {
	const sizes = isLying(picture) ? '(width < 50rem) 78vw, 42rem' : '(width < 30rem) 72vw, 21rem'
	return (
		<figure>
			<EnlargeLink picture={picture} className="leaf">
				<Picture {...picture} sizes={sizes} />
			</EnlargeLink>
			{picture.caption === null ? null : <MarginCaption>{picture.caption}</MarginCaption>}
		</figure>
	)
}

function widthOf(item: ViewerItem): string {
	// What moves is harder to make out small: on a phone a film has the whole width.
	if (isVideo(item)) return 'w-full min-[30rem]:w-[21rem]'
	return isLying(item) ? 'w-[min(78vw,42rem)]' : 'w-[min(72vw,21rem)]'
}

function isLying({ width, height }: ViewerItem): boolean {
	return width > height
}
