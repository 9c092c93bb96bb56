import { guidePage } from '#catalogue/gallery.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { shopName } from '#web/site/site-settings.ts'
import { Picture } from '#web/ui/picture.tsx'
import { cloth } from './category-colours.tsx'
import { assembleGallery, type GalleryPicture } from './gallery.ts'

/**
 * Draws a cover for a product without a picture of one. It shows the title on the colour of the category. It is decoration,
 * because the real title is beside it.
 */
export function DrawnCover({ product, className = '' }: { product: ShelfProduct; className?: string }) {
	return (
		<div
			aria-hidden="true"
			className={`@container flex aspect-[9/16] flex-col justify-between overflow-hidden p-[9%] text-leaf shadow-leaf ${cloth[product.category]} ${className}`}
		>
			<p className="font-display text-[11cqw] leading-[1.08] font-bold tracking-[-0.02em]">
				{product.shortTitle}
			</p>
			<p className="border-t border-current pt-[5%] font-display text-[9cqw] font-medium">{shopName()}</p>
		</div>
	)
}

const addresses = import.meta.glob<string>('/catalogue/*/gallery/01-cover-{320.avif,640.avif,640.webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

/**
 * Returns a product's cover. It has no alternative text, because the title is always beside it. Returns undefined for a
 * product that an owner has released, because its cover in the catalogue still says that it is coming soon.
 */
export function coverOf({
	slug,
	releasedByOwner,
	cover,
}: Pick<ShelfProduct, 'slug' | 'releasedByOwner' | 'cover'>): GalleryPicture | undefined {
	if (cover !== undefined) return { name: '', alt: '', caption: null, ...cover }
	if (releasedByOwner) return
	const own = Object.entries(addresses).filter(([path]) => path.startsWith(`/catalogue/${slug}/`))
	return assembleGallery(
		[{ name: '01-cover', alt: '', caption: null, ...guidePage }],
		Object.fromEntries(own),
	)[0]
}

interface PagesPictureProps {
	product: ShelfProduct
	/** Whether this is the picture at the top of the page. */
	first?: boolean
	sizes?: string
}

/** A product's cover with the edge of a page behind it. */
export function PagesPicture({ product, first = false, sizes = '8rem' }: PagesPictureProps) {
	const cover = coverOf(product)
	return (
		<div className="relative">
			<div aria-hidden="true" className="leaf absolute inset-0 translate-x-2 rotate-3" />
			<div className="relative shadow-leaf">
				{cover === undefined ? (
					<DrawnCover product={product} />
				) : (
					<Picture {...cover} first={first} sizes={sizes} />
				)}
			</div>
		</div>
	)
}
