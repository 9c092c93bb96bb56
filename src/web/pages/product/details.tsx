import { Link } from 'react-router'
import type { Product } from '#shared/catalogue-schema.ts'
import { dayOf } from '#shared/dates.ts'
import { isPlanner, plannerDemoPath } from '#shared/paths.ts'
import type { PageProduct, ProductContent } from '#web/products/product-content.ts'
import { BulletList } from '#web/ui/section.tsx'
import { FileTable } from './file-table.tsx'
import { ProductSection } from './product-section.tsx'

/** What is in the guide, its chapters and its files. */
export function Details({ content: { product, notes, chapter, gallery } }: { content: ProductContent }) {
	const { whatYouGet, features, contents, files, furtherFiles } = product.previewContent
	const isShownForPhones = gallery.some(({ source }) => furtherFiles.some(({ name }) => name === source))
	return (
		<>
			<ProductSection title="What you get" note={notes.get}>
				<div className="grid gap-x-12 gap-y-6 md:max-lg:grid-cols-2">
					<BulletList items={whatYouGet} />
					{features.length === 0 ? null : (
						<div>
							<h3 className="text-subheading">Key features</h3>
							<BulletList items={features} className="mt-3" />
						</div>
					)}
				</div>
				{isPlanner(product) ? (
					<p className="mt-6">
						<Link to={plannerDemoPath} className="link font-semibold">
							Try the planner with sample numbers
						</Link>
					</p>
				) : null}
			</ProductSection>
			{contents.length === 0 ? null : (
				<ProductSection
					title="Contents"
					note={
						notes.contents ??
						(isShownForPhones
							? 'Page numbers of the A4 edition. The pictures are of the phone edition, which has more, shorter pages.'
							: `${contents.length} parts. Read them in any order.`)
					}
				>
					<ContentsList contents={contents} free={chapter?.title} />
				</ProductSection>
			)}
			{files.length === 0 ? null : (
				<ProductSection
					title="In the download"
					note="Ordinary files: no app of ours, no sign-in to open them."
				>
					<FileTable product={product} />
				</ProductSection>
			)}
			{product.earlierEditions === undefined ? null : (
				<ProductSection
					id="editions"
					title="Editions"
					note="New editions are free for everyone who has the guide."
				>
					<EditionList product={product} />
				</ProductSection>
			)}
		</>
	)
}

interface ContentsListProps {
	contents: Product['previewContent']['contents']
	/** The title of the chapter that is on the page. */
	free: string | undefined
}

/** A guide's chapters with their page numbers. The free one leads to its text. */
function ContentsList({ contents, free }: ContentsListProps) {
	return (
		<ol className="grid gap-x-12 md:grid-cols-2">
			{contents.map(({ title, page }) => (
				<li key={title} className="flex items-baseline gap-2 py-1">
					{title === free ? (
						<a href="#chapter" className="link -my-2.5 py-2.5">
							{title}, free
						</a>
					) : (
						<span>{title}</span>
					)}
					{page === null ? null : (
						<>
							<span aria-hidden="true" className="grow border-b border-dotted border-edge" />
							<span className="figures font-display text-label">
								<span className="sr-only">page </span>
								{page}
							</span>
						</>
					)}
				</li>
			))}
		</ol>
	)
}

/** What changed in each edition, newest first. */
function EditionList({ product: { edition, earlierEditions = [] } }: { product: PageProduct }) {
	return (
		<ol>
			{(edition === null ? [] : [edition, ...earlierEditions]).map(({ date, changes }) => (
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
