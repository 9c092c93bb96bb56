import { Picture } from '#web/ui/picture.tsx'
import type { GalleryPicture } from './gallery.ts'

/** The guide's own pages in a row that can be pushed along, each with a note on what to look at. */
export function LookInside({ pictures }: { pictures: readonly GalleryPicture[] }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls is focusable, so that the keyboard can push it along too
		<section tabIndex={0} aria-label="Pages to look at" className="page-row">
			{pictures.map((picture) => (
				<PageFigure key={picture.name} picture={picture} />
			))}
		</section>
	)
}

function PageFigure({ picture }: { picture: GalleryPicture }) {
	const lying = picture.width > picture.height
	return (
		<figure className={lying ? 'w-[min(85vw,42rem)]' : 'w-[min(72vw,21rem)]'}>
			<div className="leaf">
				<Picture {...picture} sizes={lying ? '(width < 50rem) 85vw, 42rem' : '(width < 30rem) 72vw, 21rem'} />
			</div>
			{picture.caption === null ? null : (
				<figcaption className="margin-note mt-4 flex gap-3">
					<span aria-hidden="true" className="mt-2.5 w-5 shrink-0 border-t border-edge" />
					{picture.caption}
				</figcaption>
			)}
		</figure>
	)
}
