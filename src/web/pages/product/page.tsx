import { useMemo } from 'react'
import { href, Link, type MetaArgs, useMatches } from 'react-router'
import type { ProductPageContent } from '#catalogue/product-page.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { editionsOf } from '#shared/editions.ts'
import { openGraphPath, pageMeta } from '#web/head/page-meta.ts'
import { breadcrumbs, faqPage, productWithOffer } from '#web/head/schema-org.ts'
import { siteOrigin } from '#web/head/site-origin.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { categoryPath } from '#web/products/categories.ts'
import { productPath } from '#web/products/find-product.ts'
import { Reviews } from '#web/reviews/reviews.tsx'
import { dayOf } from '#web/ui/dates.ts'
import { BulletList, Section } from '#web/ui/section.tsx'
import { ViewerHost } from '#web/viewer/viewer-host.tsx'
import { BeforeAfter } from './before-after.tsx'
import { BuyBox } from './buy-box.tsx'
import { contentOf, picturesOf } from './content.ts'
import { FileTable } from './file-table.tsx'
import { FreeChapter } from './free-chapter.tsx'
import { LookInside, Transcript } from './look-inside.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductSection } from './product-section.tsx'
import { ClosingPanel } from './purchase-panel.tsx'
import { QuestionList } from './question-list.tsx'
import { RelatedGuides } from './related-guides.tsx'
import './product.css'

/** A product can have two addresses. The one under `/products/` is canonical. */
export function meta({ matches }: MetaArgs) {
	const { product, title, description, openGraph } = contentOf(matches)
	return pageMeta({
		title,
		description,
		path: productPath(product),
		picture: { slug: product.slug, alt: openGraph.alt },
	})
}

/** The page of any product: what it looks like, what is in it, what it costs, and the button to get it. */
export default function ProductPage() {
	const content = contentOf(useMatches())
	const { product, notes, chapter, beforeAfter, questions, related } = content
	const { whatYouGet, features, contents, files } = product.previewContent
	const { pages, video, inside, chapterPages, compared, all } = useMemo(() => picturesOf(content), [content])
	return (
		// React keeps the component from one product to the next. The key gives each product its own reviews, form and open folds.
		<ViewerHost key={product.slug} title={product.shortTitle} items={all}>
			<article className="max-lg:pb-24">
				<div className="product-grid page-width">
					<ProductHead product={product} pictures={pages} />
					<BuyBox content={content} />
					<div className="min-w-0">
						{inside.length === 0 ? null : (
							<ProductSection title="Look inside" note={notes.inside} wide>
								<LookInside items={inside} />
								{video === undefined ? null : <Transcript video={video} />}
							</ProductSection>
						)}
						{chapter === undefined ? null : (
							<FreeChapter product={product} chapter={chapter} pictures={chapterPages} />
						)}
						{beforeAfter === undefined ? null : <BeforeAfter pictures={compared} lines={beforeAfter} />}
						<ProductSection title="What you get" note={notes.get}>
							<div className="grid gap-x-12 gap-y-6 md:max-lg:grid-cols-2">
								<BulletList items={whatYouGet} />
								<div>
									<h3 className="text-subheading">Key features</h3>
									<BulletList items={features} className="mt-3" />
								</div>
							</div>
						</ProductSection>
						{contents.length === 0 ? null : (
							<ProductSection
								title="Contents"
								note={notes.contents ?? `${contents.length} parts. Read them in any order.`}
							>
								<ContentsList contents={contents} />
							</ProductSection>
						)}
						{files.length === 0 ? null : (
							<ProductSection
								title="In the download"
								note="Ordinary files. Nothing to install, no app, no sign-in to open them."
							>
								<FileTable product={product} />
							</ProductSection>
						)}
						{product.earlierEditions === undefined ? null : (
							<ProductSection title="Editions" note="New editions are free for everyone who has the guide.">
								<EditionList product={product} />
							</ProductSection>
						)}
						<ProductSection id="reviews" title="Reviews" note="By people who have it.">
							<Reviews product={product} />
						</ProductSection>
						<ProductSection
							title="Common questions"
							note={
								<>
									Something else?{' '}
									<Link to={href('/contact')} className="link">
										Write to us
									</Link>
									.
								</>
							}
						>
							<QuestionList questions={questions} />
						</ProductSection>
					</div>
				</div>
				<ClosingPanel product={product} />
				<Section title="Goes well with this" note="Each is useful by itself, too.">
					<RelatedGuides related={related} />
				</Section>
			</article>
			<StructuredData items={import.meta.env.SSR ? structuredDataOf(content) : []} />
		</ViewerHost>
	)
}

/** A guide's chapters with their page numbers. */
function ContentsList({ contents }: { contents: Product['previewContent']['contents'] }) {
	return (
		<ol className="grid gap-x-12 md:grid-cols-2">
			{contents.map(({ title, page }) => (
				<li key={title} className="flex items-baseline gap-2 py-1">
					<span>{title}</span>
					<span aria-hidden="true" className="grow border-b border-dotted border-edge" />
					<span className="figures font-display text-label">
						<span className="sr-only">page </span>
						{page}
					</span>
				</li>
			))}
		</ol>
	)
}

/** What changed in each edition, newest first. */
function EditionList({ product }: { product: Product }) {
	return (
		<ol>
			{editionsOf(product).map(({ date, changes }) => (
				<li key={date} className="grid gap-x-6 border-t border-rule py-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
					<time dateTime={date} className="figures font-display text-label font-semibold">
						{dayOf(new Date(date))}
					</time>
					<span>{changes}</span>
				</li>
			))}
		</ol>
	)
}

function structuredDataOf({ product, questions }: ProductPageContent) {
	const origin = siteOrigin()
	return [
		productWithOffer(origin, product, openGraphPath(product.slug)),
		breadcrumbs(origin, [
			{ name: 'Home', path: '/' },
			{ name: product.category, path: categoryPath(product.category) },
			{ name: product.title, path: productPath(product) },
		]),
		faqPage(questions),
	]
}
