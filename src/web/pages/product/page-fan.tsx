import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { asThumbnail, type GalleryPicture } from '#web/products/gallery.ts'
import { DrawnCover } from '#web/products/product-cover.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'

interface PageFanProps {
	product: ShelfProduct
	pictures: readonly GalleryPicture[]
}

const behind = ['rotate-[8deg] translate-x-[34%] translate-y-[3%]', 'rotate-3 translate-x-[16%]']

/**
 * A product's cover, with its next pages fanned behind it. Pressing it opens the viewer. On a phone only the edges of the pages
 * are drawn, without pictures.
 */
export function PageFan({ product, pictures }: PageFanProps) {
	const [cover, ...rest] = pictures
	const pages = rest.filter(({ width, height }) => height > width * 1.2)
	return (
		<div className="page-fan">
			{behind.map((place, index) => {
				const page = pages[behind.length - 1 - index]
				// A sheet is as high as the page on it: the pages of some guides are not as high as their covers.
				const height = page === undefined ? 'inset-0' : 'inset-0 md:bottom-auto'
				return (
					<div key={place} aria-hidden="true" className={`leaf absolute ${height} ${place}`}>
						{page === undefined ? null : (
							<div className="hidden md:block">
								<Picture {...asThumbnail(page)} alt="" sizes="15rem" />
							</div>
						)}
					</div>
				)
			})}
			<div className="moving-cover relative -rotate-2 shadow-leaf">
				{cover === undefined ? (
					<DrawnCover product={product} />
				) : (
					<EnlargeLink picture={cover}>
						<Picture {...asThumbnail(cover)} first sizes="(width < 40rem) 32vw, 15rem" />
					</EnlargeLink>
				)}
			</div>
		</div>
	)
}
