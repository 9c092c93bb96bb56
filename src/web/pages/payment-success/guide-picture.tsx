import type { ProductPageContent } from '#catalogue/product-page.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { assembleGallery } from '#web/products/gallery.ts'
import { coverOf, DrawnCover } from '#web/products/product-cover.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { GuideContent } from './guide-content.ts'

interface GuidePictureProps {
	/** Undefined until the server has named the guide, or if the shop no longer offers it. */
	product: ShelfProduct | undefined
	content: GuideContent
}

const behind = ['rotate-[9deg] translate-x-[38%] translate-y-[4%]', 'rotate-[3.5deg] translate-x-[19%]']

/** The guide’s cover, fanned over two of its pages. Empty pages keep its shape until the guide is known. Decoration. */
export function GuidePicture({ product, content }: GuidePictureProps) {
	const pages = content == null ? [] : pagesOf(content)
	const leaf = product === undefined ? 'border border-rule bg-paper' : 'leaf'
	return (
		<div aria-hidden="true" className="relative w-[58%] max-w-64 md:w-[64%]">
			{behind.map((place, index) => {
				const page = pages[behind.length - 1 - index]
				return (
					<div key={place} className={`absolute inset-0 ${leaf} ${place}`}>
						{page === undefined ? null : <Picture {...page} sizes="16rem" />}
					</div>
				)
			})}
			<div className={`relative aspect-[1280/2275] -rotate-2 ${leaf}`}>
				{product === undefined ? <EmptyPage /> : <Cover product={product} />}
			</div>
		</div>
	)
}

function EmptyPage() {
	return (
		<div className="grid gap-[6%] p-[12%]">
			<div className="h-6 w-4/5 bg-rule" />
			<div className="h-6 w-3/5 bg-rule" />
			<div className="h-6 w-2/5 bg-rule" />
		</div>
	)
}

function Cover({ product }: { product: ShelfProduct }) {
	const cover = coverOf(product)
	return cover === undefined ? (
		<DrawnCover product={product} />
	) : (
		<Picture {...cover} first sizes="(width < 48rem) 54vw, 16rem" />
	)
}

/** Whole pages, the first two of the gallery. */
function pagesOf({ gallery, files }: ProductPageContent) {
	const pages = gallery.filter(({ kind, width, height }) => kind === 'page' && height > width * 1.2)
	return assembleGallery(
		pages.slice(0, behind.length).map((page) => ({ ...page, alt: '' })),
		files,
	)
}
