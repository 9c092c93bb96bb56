import { createHash } from 'node:crypto'
import { coverIn } from './content/picture.ts'
import { isUploaded } from './media.ts'
import type { ShopState } from './shop-state.ts'

/** What is drawn on the picture in previews of links to a guide or an article of the owner's. */
export interface LinkPreview {
	title: string
	/** The name of the shop, and what stands beside it. */
	shop: string
	label: string
	/** One line each. */
	facts: readonly string[]
	ground: string
	/** The files of the picture on it; null if there is none. */
	picture: { name: string; width: number } | null
}

type Shop = Pick<ShopState, 'site'>

/** Returns the picture of a guide: its cover on the colour of its category. */
export function guidePreview({ site }: Shop, product: ShopState['products'][number]): LinkPreview {
	const { title, category, previewContent, readingTime, gallery } = product
	const cover = coverIn(gallery)
	return {
		title,
		shop: site.name,
		label: category,
		facts: [previewContent.format, readingTime ?? ''].filter((fact) => fact !== ''),
		ground: site.accents[category].light,
		picture: cover !== undefined && isUploaded(cover.name) ? filesOf(cover) : null,
	}
}

/** Returns the picture of an article: its own picture, if it has one, on ink. */
export function articlePreview({ site }: Shop, article: ShopState['articles'][number]): LinkPreview {
	const [picture] = article.picture
	return {
		title: article.title,
		shop: site.name,
		label: 'Article',
		facts: [`By ${article.author}`],
		ground: '#17221c',
		picture: picture === undefined ? null : filesOf(picture),
	}
}

function filesOf({ name, width }: { name: string; width: number }) {
	return { name, width }
}

/** What the fonts of pictures have letters for: those of Western Europe. */
const drawable =
	/^[ -~\u00a0-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2020-\u2026\u20ac\u2122\u2212]*$/

/**
 * Returns the address of a picture, which changes with what is drawn on it, since others keep what they have fetched. Undefined if its
 * words can't be drawn.
 */
export function linkPreviewPath(preview: LinkPreview): string | undefined {
	if (![preview.title, preview.shop, ...preview.facts].every((text) => drawable.test(text.normalize('NFC'))))
		return undefined
	return `/link-previews/${createHash('sha256').update(JSON.stringify(preview)).digest('hex').slice(0, 32)}.jpg`
}

/** Returns every picture that pages of this shop may name, by its address. */
export function linkPreviews(state: Pick<ShopState, 'site' | 'products' | 'offSale' | 'articles'>) {
	const all = [
		...[...state.products, ...state.offSale]
			.filter(({ comingSoon }) => !comingSoon)
			.map((product) => guidePreview(state, product)),
		...state.articles.map((article) => articlePreview(state, article)),
	]
	return new Map(
		all.flatMap((preview) => {
			const path = linkPreviewPath(preview)
			return path === undefined ? [] : [[path, preview] as const]
		}),
	)
}
