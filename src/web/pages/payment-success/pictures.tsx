import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { assembleGallery } from '#web/products/gallery.ts'
import type { GuideContent } from '#web/products/guide-content.ts'
import type { ProductContent } from '#web/products/product-content.ts'
import { coverOf, DrawnCover } from '#web/products/product-cover.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyFan, Fan, pagesBehind } from './purchase-band.tsx'
import type { BoughtGuide } from './use-purchase.ts'

interface GuidePictureProps {
	/** Undefined until the server has said which guide it is, or if the shop no longer offers it. */
	product: ShelfProduct | undefined
	content: GuideContent
}

/** The guide’s cover, fanned over two of its pages. Empty pages keep its shape until the guide is known. */
export function GuidePicture({ product, content }: GuidePictureProps) {
	if (product === undefined) return <EmptyFan />
	const pages = content == null ? [] : pagesOf(content)
	return (
		<Fan leafClass="leaf" behind={pages.map((page) => <Picture key={page.src} {...page} sizes="16rem" />)}>
			<Cover product={product} />
		</Fan>
	)
}

/** The covers of the guides of a bundle, fanned. */
export function BundlePicture({ guides }: { guides: readonly BoughtGuide[] }) {
	const products = useShelf()
	const [first, ...rest] = guides.flatMap(
		({ catalogueId }) => products.find(({ id }) => id === catalogueId) ?? [],
	)
	if (first === undefined) return <EmptyFan />
	const behind = rest.slice(0, pagesBehind)
	return (
		<Fan
			leafClass="leaf"
			behind={behind.map((product) => <Cover key={product.id} product={product} />)}
			pages={behind.length}
		>
			<Cover product={first} />
		</Fan>
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

/** Returns the first two pictures of the gallery that show whole pages. */
function pagesOf({ gallery, files }: ProductContent) {
	const pages = gallery.filter(({ kind, width, height }) => kind === 'page' && height > width * 1.2)
	return assembleGallery(
		pages.slice(0, pagesBehind).map((page) => ({ ...page, alt: '' })),
		files,
	)
}
