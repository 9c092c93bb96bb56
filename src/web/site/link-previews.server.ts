import { articlePreview, guidePreview, type LinkPreview, linkPreviewPath } from '#shared/link-preview.ts'
import type { ShopState } from '#shared/shop-state.ts'
import { shopState } from './shop.server.ts'

/** The picture that the server draws for links to a page. */
interface DrawnPicture {
	path: string
	alt: string
}

/** Returns the picture for links to a guide; undefined if its words can't be drawn. */
export function drawnForGuide(product: ShopState['products'][number]): DrawnPicture | undefined {
	return drawn(guidePreview(shopState(), product))
}

/** Returns the same for an article. */
export function drawnForArticle(article: ShopState['articles'][number]): DrawnPicture | undefined {
	return drawn(articlePreview(shopState(), article))
}

function drawn(preview: LinkPreview): DrawnPicture | undefined {
	const path = linkPreviewPath(preview)
	return path === undefined ? undefined : { path, alt: `The title in large letters: ${preview.title}.` }
}
