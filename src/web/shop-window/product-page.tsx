import type { ReactNode } from 'react'
import type { Product } from '#shared/catalogue-schema.ts'
import { BulletList } from '#web/ui/bullet-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { ContentsList } from './contents-list.tsx'
import { FileTable } from './file-table.tsx'
import type { GalleryPicture } from './gallery.ts'
import { LookInside } from './look-inside.tsx'
import { ProductHead } from './product-head.tsx'

interface ProductPageProps {
	product: Product
	pictures: readonly GalleryPicture[]
	/** Notes in the margin, in the guide's own voice: one beside the look inside, one beside what you get. */
	notes: { inside: string; get: string }
	/** What only this product has to show, between the look inside and what you get. */
	children?: ReactNode
}

/** A product's own page: what it looks like, what is in it, what it costs, and the one thing to do about it. */
export function ProductPage({ product, pictures, notes, children }: ProductPageProps) {
	const { whatYouGet, features, contents, files } = product.previewContent
	// The cover is at the head of the page already.
	const inside = pictures.slice(1)
	return (
		<article className="max-lg:pb-24">
			<ProductHead product={product} pictures={pictures} />
			{inside.length === 0 ? null : (
				<Section title="Look inside" note={notes.inside} wide>
					<LookInside pictures={inside} />
				</Section>
			)}
			{children}
			<Section title="What you get" note={notes.get}>
				<div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
					<BulletList items={whatYouGet} />
					<div>
						<h3 className="text-subheading">Key features</h3>
						<BulletList items={features} className="mt-3" />
					</div>
				</div>
			</Section>
			{contents.length === 0 ? null : (
				<Section title="Contents" note={`${contents.length} parts. Read them in any order.`}>
					<ContentsList contents={contents} />
				</Section>
			)}
			{files.length === 0 ? null : (
				<Section
					title="In the download"
					note="Ordinary files. Nothing to install, no app, no sign-in to open them."
				>
					<FileTable product={product} />
				</Section>
			)}
		</article>
	)
}
