import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/catalogue-schema.ts'
import { openGraphOf } from '#web/head/open-graph.ts'
import { siteOrigin } from '#web/head/site-origin.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { breadcrumbs, faqPage, productWithOffer } from '#web/head/things.ts'
import { categoryPath } from '#web/shop-window/categories.ts'
import type { GalleryPicture } from '#web/shop-window/gallery.ts'
import type { GalleryVideo } from '#web/shop-window/gallery-video.ts'
import { productPath } from '#web/shop-window/product-path.ts'
import { BulletList } from '#web/ui/bullet-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { ViewerHost } from '#web/viewer/viewer-host.tsx'
import { ContentsList } from './contents-list.tsx'
import { FileTable } from './file-table.tsx'
import { LookInside } from './look-inside.tsx'
import { ProductHead } from './product-head.tsx'
import { type Question, QuestionList } from './question-list.tsx'
import { type Related, RelatedGuides } from './related-guides.tsx'
import { Transcript } from './transcript.tsx'

interface ProductPageProps {
	product: Product
	/** The cover first. */
	pictures: readonly GalleryPicture[]
	/** Further pictures for the viewer, which the page shows among its own sections. */
	crops?: readonly GalleryPicture[]
	/** A film of it in use; it stands behind the first picture of the look inside. */
	video?: GalleryVideo | undefined
	/** Notes in the margin, in the guide's own voice: beside the look inside, what you get and, if need be, the contents. */
	notes: { inside: string; get: string; contents?: string }
	questions: readonly Question[]
	related: readonly Related[]
	/** What only this product has to show, between the look inside and what you get. */
	children?: ReactNode
}

/** A product's own page: what it looks like, what is in it, what it costs, and the one thing to do about it. */
export function ProductPage(props: ProductPageProps) {
	const { product, pictures, crops = [], video, notes, questions, related, children } = props
	const { whatYouGet, features, contents, files } = product.previewContent
	// The cover is at the head of the page already.
	const [cover, firstPage, ...otherPages] = pictures
	const inside = [firstPage, video, ...otherPages].filter((item) => item !== undefined)
	const items = [cover, ...inside, ...crops].filter((item) => item !== undefined)
	return (
		<ViewerHost title={product.shortTitle} items={items}>
			<article className="max-lg:pb-24">
				<ProductHead product={product} pictures={pictures} />
				{inside.length === 0 ? null : (
					<Section title="Look inside" note={notes.inside} wide>
						<LookInside items={inside} />
						{video === undefined ? null : <Transcript video={video} />}
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
					<Section
						title="Contents"
						note={notes.contents ?? `${contents.length} parts. Read them in any order.`}
					>
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
				<Section
					title="Asked before"
					note={
						<>
							Something else?{' '}
							<Link to="/contact" className="link">
								Write to us
							</Link>
							.
						</>
					}
				>
					<QuestionList questions={questions} />
				</Section>
				<Section title="Goes well with it" note="Each stands on its own, too.">
					<RelatedGuides related={related} />
				</Section>
			</article>
			<StructuredData things={thingsOf(product, questions)} />
		</ViewerHost>
	)
}

function thingsOf(product: Product, questions: readonly Question[]) {
	const origin = siteOrigin()
	return [
		productWithOffer(origin, product, openGraphOf(product.slug).path),
		breadcrumbs(origin, [
			{ name: 'Home', path: '/' },
			{ name: product.category, path: categoryPath(product.category) },
			{ name: product.title, path: productPath(product) },
		]),
		faqPage(questions),
	]
}
