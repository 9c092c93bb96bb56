import type { readShownPictures } from '#server/features/media/read-pictures.ts'
import type { PublishedArticle } from '#shared/content/article.ts'
import type { SiteWords } from '#shared/content/site-words.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

type Shown = Awaited<ReturnType<typeof readShownPictures>>

/** Returns a product with the files of its uploaded pictures that are shown now. Its document names them by ids that stay. */
export function withShownPictures(product: OfferedProduct, shown: Shown): OfferedProduct {
	const gallery = product.gallery.map((picture) => asShown(picture, shown))
	// Two of them may have become the same.
	const names = gallery.map(({ name }) => name)
	return { ...product, gallery: gallery.filter(({ name }, index) => names.indexOf(name) === index) }
}

/** Returns an article with the files of its picture that are shown now. */
export function articleWithShownPicture(article: PublishedArticle, shown: Shown): PublishedArticle {
	return { ...article, picture: article.picture.map((picture) => asShown(picture, shown)) }
}

/** Returns the words of every page with the files of its logos that are shown now. */
export function siteWithShownPictures(site: SiteWords, shown: Shown): SiteWords {
	const as = (logo: SiteWords['logo']) => logo.map((picture) => asShown(picture, shown))
	return { ...site, logo: as(site.logo), darkLogo: as(site.darkLogo) }
}

function asShown<P extends { name: string; width: number; height: number }>(picture: P, shown: Shown): P {
	const files = shown.get(picture.name)
	return files === undefined
		? picture
		: { ...picture, name: files.id, width: files.width, height: files.height }
}
