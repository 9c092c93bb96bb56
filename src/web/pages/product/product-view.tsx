import { useMemo } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { ProductPageContent, RelatedGuide } from '#catalogue/product-page.ts'
import { isReleasedByOwner } from '#catalogue/shelf.ts'
import { findProduct, productPath } from '#shared/paths.ts'
import { siteOrigin } from '#web/head/filled-in.ts'
import { openGraphPath, pageMeta } from '#web/head/page-meta.ts'
import { breadcrumbs, faqPage, productWithOffer } from '#web/head/schema-org.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { categoryPath } from '#web/products/categories.ts'
import { GuideLink } from '#web/products/guide-link.tsx'
import { Reviews } from '#web/reviews/reviews.tsx'
import { Prerendered } from '#web/site/server-markup.tsx'
import { Section } from '#web/ui/section.tsx'
import { ViewerHost } from '#web/viewer/viewer-host.tsx'
import { BeforeAfter } from './before-after.tsx'
import { BuyBox } from './buy-box.tsx'
import { picturesOf } from './content.ts'
import { Details } from './details.tsx'
import { FreeChapter } from './free-chapter.tsx'
import { LookInside, Transcript } from './look-inside.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductSection } from './product-section.tsx'
import { QuestionList } from './question-list.tsx'

/** A product can have two addresses. The one under `/products/` is canonical. */
export function metaOf({ product, title, description, openGraph }: ProductPageContent): MetaDescriptor[] {
	return pageMeta({
		title,
		description,
		path: productPath(product),
		...(openGraph.alt ? { picture: { slug: product.slug, alt: openGraph.alt } } : {}),
	})
}

/** The page of any product: what it looks like, what is in it, what it costs, and the button to get it. */
export function ProductView({ content }: { content: ProductPageContent }) {
	const { product, notes, chapter, related } = content
	const path = productPath(product)
	const { pages, video, inside, chapterPages, compared, all } = useMemo(() => picturesOf(content), [content])
	return (
		// React keeps the component when the visitor goes from one product to another. Thanks to the key, the reviews, the form
		// and the opened folds of one product don't stay on the page of the next.
		<ViewerHost key={product.slug} title={product.shortTitle} items={all}>
			<article>
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
						{compared.length === 0 ? null : <BeforeAfter content={content} pictures={compared} />}
						<Prerendered name={`details-${product.slug}`} path={path} failure={failed}>
							{import.meta.env.SSR ? <Details content={content} /> : null}
						</Prerendered>
						<ProductSection id="reviews" title="Reviews" note="By people who have it.">
							<Reviews product={product} />
						</ProductSection>
						<Prerendered name={`questions-${product.slug}`} path={path}>
							{import.meta.env.SSR ? <QuestionList questions={content.questions} /> : null}
						</Prerendered>
					</div>
				</div>
				<Section title="Goes well with this" note="Each is useful by itself, too.">
					<RelatedGuides related={related} />
				</Section>
			</article>
			<StructuredData items={import.meta.env.SSR ? structuredDataOf(content) : []} />
		</ViewerHost>
	)
}

/** Links to released guides that go well with this one. */
function RelatedGuides({ related }: { related: readonly RelatedGuide[] }) {
	return (
		<ul className="grid gap-x-12 gap-y-10 border-t border-rule pt-8 sm:grid-cols-2">
			{related.map(({ slug, why }) => (
				<li key={slug}>
					<GuideLink product={findProduct(slug)} why={why} />
				</li>
			))}
		</ul>
	)
}

const failed = 'What’s inside couldn’t be loaded. Reload the page to see it.'

function structuredDataOf({ product, questions }: ProductPageContent) {
	const origin = siteOrigin()
	return [
		productWithOffer(origin, product, openGraphPath(isReleasedByOwner(product) ? 'design' : product.slug)),
		breadcrumbs(origin, [
			{ name: 'Home', path: '/' },
			{ name: product.category, path: categoryPath(product.category) },
			{ name: product.title, path: productPath(product) },
		]),
		faqPage(questions),
	]
}
