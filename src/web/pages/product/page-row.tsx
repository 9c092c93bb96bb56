import type { ReactNode } from 'react'
import { asThumbnail, type GalleryPicture } from '#web/products/gallery.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'

/** The items of the row "Look inside". Each has a note and opens the viewer. */
export function PageRow({ items }: { items: readonly GalleryPicture[] }) {
	return items.map((picture) => (
		<li key={picture.name} className={shapeOf(picture)}>
			<PageFigure picture={picture} />
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
function shapeOf({ width, height }: GalleryPicture): string | undefined {
	if (width > height) return 'w-[min(78vw,34rem)]'
	// A sheet of a workbook is readable only in part: its upper left corner, where its headings are.
	return width > height * 0.75 ? 'row-corner' : undefined
}

/** A note on what to look at in a picture. */
export function MarginCaption({ children }: { children: ReactNode }) {
	return <figcaption className="margin-note leader mt-4">{children}</figcaption>
}
