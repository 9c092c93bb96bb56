import { readFile } from 'node:fs/promises'
import type { ProductDocument, ShopDocument } from '#shared/content/documents.ts'
import { emailsName } from '#shared/content/email-words.ts'
import type { MailTexts } from '#shared/mail-texts.ts'
import type { CataloguedPicture, OpenGraphPicture } from './gallery.ts'
import { catalogue } from './index.ts'
import { standardMailTexts } from './mail-texts.ts'
import { about } from './pages/about.ts'
import { accessibility } from './pages/accessibility.ts'
import { articles } from './pages/articles.ts'
import { contact } from './pages/contact.ts'
import { home } from './pages/home.ts'
import { privacy } from './pages/privacy.ts'
import { refunds } from './pages/refunds.ts'
import { categoryPages, free, premium } from './pages/shelves.ts'
import { terms } from './pages/terms.ts'
import type { ProductPage } from './product-page.ts'
import { site } from './site.ts'

/** The words of its pages. */
export const starterPages = {
	home,
	free,
	premium,
	...categoryPages,
	articles,
	about,
	contact,
	terms,
	privacy,
	refunds,
	accessibility,
}

/** What a new shop says on its pages. */
export const starterTexts: readonly ShopDocument[] = [
	...Object.entries(starterPages).map(([id, content]): ShopDocument => ({ kind: 'page', id, content })),
	{ kind: 'site', id: 'site', content: site },
]

/**
 * Reads what a new shop sells and says: the documents of this folder, as they are kept in the database. An owner may have a file with
 * other words for the emails.
 */
export async function readStarterShop(emails: MailTexts = standardMailTexts): Promise<ShopDocument[]> {
	const products = await Promise.all(catalogue.map(readProduct))
	return [
		...products.map((content): ShopDocument => ({ kind: 'product', id: content.id, content })),
		...starterTexts,
		{ ...emailsName, content: emails },
	]
}

/** Reads a product, its gallery and, if it is out, its page and its free chapter. */
async function readProduct(product: (typeof catalogue)[number]): Promise<ProductDocument> {
	const { slug, comingSoon } = product
	const { gallery, openGraph }: { gallery: readonly CataloguedPicture[]; openGraph: OpenGraphPicture } =
		await import(`./${slug}/gallery.ts`)
	if (comingSoon) return { ...product, gallery, openGraph, page: null }
	const { page: whole }: { page: ProductPage } = await import(`./${slug}/page.ts`)
	const { product: _product, gallery: _gallery, openGraph: _openGraph, chapter, ...page } = whole
	if (chapter === undefined) return { ...product, gallery, openGraph, page }
	const html = await readFile(new URL(`${slug}/chapter.html`, import.meta.url), 'utf8')
	return { ...product, gallery, openGraph, page: { ...page, chapter: { ...chapter, html } } }
}
