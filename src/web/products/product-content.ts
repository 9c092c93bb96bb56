import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

/** A product as its own page shows it: besides what cards show, everything that is in it. */
export type PageProduct = Omit<ShelfProduct, 'previewContent' | 'edition'> &
	Pick<OfferedProduct, 'previewContent' | 'edition' | 'earlierEditions' | 'ownerEdition'>

/** A guide that goes well with another, and why. */
export interface RelatedProduct {
	product: ShelfProduct
	/** Half a sentence. */
	why: string
}

type Page = NonNullable<OfferedProduct['page']>

/** Everything that a product's own page shows. Other pages fetch it as `/products/<slug>/content.json`. */
export interface ProductContent extends Omit<Page, 'related' | 'notes'>, Pick<OfferedProduct, 'gallery'> {
	product: PageProduct
	/** The alternative text of its picture in previews of links; null if there is no such picture. */
	previewPicture: string | null
	/** Where it is, if it isn't among the pictures that come with the shop. */
	previewPath?: string | undefined
	/** The URL of each file of the gallery and the film, by its path. */
	files: Readonly<Record<string, string>>
	/** Notes in the margin beside "Look inside", "What you get" and, if needed, "Contents". */
	notes: Partial<Page['notes']> & Pick<Page['notes'], 'get'>
	related: readonly RelatedProduct[]
}
