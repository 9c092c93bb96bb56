import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { PublishedArticle } from '#shared/content/article.ts'
import type { Block, RichText } from '#shared/content/rich-text.ts'
import { dayOf } from '#shared/dates.ts'
import { mediaAddresses } from '#shared/media.ts'
import { articlePath } from '#shared/paths.ts'
import { articleItem, breadcrumbs } from '#web/head/schema-org.ts'
import { StructuredData } from '#web/head/structured-data.tsx'
import { GuideLinks } from '#web/products/guide-links.tsx'
import { Written } from '#web/site/rich-text.tsx'
import { siteOrigin } from '#web/site/site-settings.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Annotated } from '#web/ui/section.tsx'

export interface ArticleTexts {
	article: PublishedArticle
	related: readonly ShelfProduct[]
	/** What the list of articles is called. */
	listTitle: string
}

/** Renders the page. A browser loads this module only if the visitor came by a link on the site (`Prerendered`). */
export function articlePieces({ article, related, listTitle }: ArticleTexts) {
	const { title, summary, text, sources } = article
	const [picture] = article.picture
	const files = picture && mediaAddresses({ id: picture.name, width: picture.width })
	return (
		<article className="page-width pt-12 lg:pt-16">
			<h1 className="text-title">{title}</h1>
			<div className="mt-6 grid gap-4">
				<Annotated note={<Signature article={article} />}>
					<p className="text-lead text-soft">{summary}</p>
					{picture === undefined || files === undefined ? null : (
						<figure>
							<Picture
								{...files}
								alt={picture.alt}
								width={picture.width}
								height={picture.height}
								sizes="(width < 48rem) 90vw, 38rem"
								first
							/>
							{picture.caption === null ? null : (
								<figcaption className="margin-note mt-2">{picture.caption}</figcaption>
							)}
						</figure>
					)}
				</Annotated>
				{rowsOf(text).map(({ notes, blocks }, index) => (
					<Annotated
						apart={blocks[0]?.kind === 'h2'}
						// biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no names and never move
						key={index}
						note={
							notes.length === 0 ? null : (
								<div className="grid gap-3">
									<Written text={notes} insertion={nothing} />
								</div>
							)
						}
					>
						<Written text={blocks} insertion={nothing} />
					</Annotated>
				))}
			</div>
			{sources.length === 0 ? null : (
				<section className="mt-10 grid gap-x-8 gap-y-3 border-t border-rule pt-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
					<h2 className="text-subheading">Sources</h2>
					<ol className="grid max-w-measure list-decimal gap-3 pl-7">
						{sources.map(({ name, address, read }) => (
							<li key={`${name} ${address}`}>
								<p>
									<a href={address} className="link wrap-anywhere">
										{name}
									</a>
									{`, read on ${dayOf(new Date(read))}`}
								</p>
							</li>
						))}
					</ol>
				</section>
			)}
			{related.length === 0 ? null : <GuideLinks title="Guides that go with it" products={related} />}
			<p className="mt-10">
				<Link to={href('/articles')} className="link inline-flex min-h-11 items-center">
					All articles
				</Link>
			</p>
			<StructuredData
				items={import.meta.env.SSR ? structuredDataOf({ article, listTitle, picturePath: files?.src }) : []}
			/>
		</article>
	)
}

function structuredDataOf({
	article,
	listTitle,
	picturePath,
}: Pick<ArticleTexts, 'article' | 'listTitle'> & { picturePath: string | undefined }) {
	const steps = [
		{ name: 'Home', path: '/' },
		{ name: listTitle, path: href('/articles') },
		{ name: article.title, path: articlePath(article) },
	]
	return [articleItem(siteOrigin(), article, picturePath), breadcrumbs(siteOrigin(), steps)]
}

/** Who wrote the article, who checked it, and when. */
function Signature({ article }: { article: PublishedArticle }) {
	const { author, checkedBy, publishedAt, changedAt } = article
	const [published, changed] = [publishedAt, changedAt].map((at) => dayOf(new Date(at)))
	return (
		<p className="margin-note mb-3">
			{`By ${author}`}
			{checkedBy === undefined ? null : <span className="block">{`Checked by ${checkedBy}`}</span>}
			<time dateTime={publishedAt} className="block">
				{published}
			</time>
			{changed === published ? null : (
				<span className="block">
					Changed on <time dateTime={changedAt}>{changed}</time>
				</span>
			)}
		</p>
	)
}

interface Row {
	notes: Block[]
	blocks: Block[]
}

/** Splits a text before each large heading, and before each note in the margin, which is beside what follows it. */
function rowsOf(text: RichText): Row[] {
	const rows: Row[] = []
	for (const block of text) {
		const last = rows.at(-1)
		if (block.kind !== 'note') {
			const begins = last === undefined || (block.kind === 'h2' && last.blocks.length > 0)
			if (begins) rows.push({ notes: [], blocks: [block] })
			else last.blocks.push(block)
		} else if (last === undefined || last.blocks.some(({ kind }) => !isHeading(kind))) {
			// A small heading stays with its text.
			const heading = last !== undefined && isHeading(last.blocks.at(-1)?.kind) ? last.blocks.splice(-1) : []
			rows.push({ notes: [block], blocks: heading })
		} else last.notes.push(block)
	}
	return rows
}

function isHeading(kind: Block['kind'] | undefined): boolean {
	return kind === 'h2' || kind === 'h3'
}

/** An article has nothing inserted. */
const nothing = () => null
