import { Picture } from '#web/ui/picture.tsx'
import type { GalleryPicture } from './gallery.ts'

/** The guide's own pages in a row that can be pushed along, each with a note on what to look at. */
export function LookInside({ pictures }: { pictures: readonly GalleryPicture[] }) {
	return (
		// Focusable, so that the keyboard can push it along too.
		<ul tabIndex={0} aria-label="Pages of the guide" className="page-row">
			{pictures.map((picture) => (
				<li key={picture.name} className="page-row-item">
					<figure>
						<div className="leaf">
							<Picture
								{...pictureFiles(picture)}
								alt={picture.alt}
								sizes="(width < 40rem) 75vw, 22rem"
							/>
						</div>
						{picture.caption === null ? null : (
							<figcaption className="margin-note mt-4 flex gap-3">
								<span aria-hidden="true" className="mt-2.5 w-5 shrink-0 border-t border-edge" />
								{picture.caption}
							</figcaption>
						)}
					</figure>
				</li>
			))}
		</ul>
	)
}

function pictureFiles({ avif, webp, src, width, height }: GalleryPicture) {
	return { avif, webp, src, width, height }
}
