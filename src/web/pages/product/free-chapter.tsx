import { foldMark } from '#shared/content/chapter-html.ts'
import { cloth } from '#web/products/category-colours.tsx'
import { asThumbnail, type GalleryPicture } from '#web/products/gallery.ts'
import type { PageProduct, ProductContent } from '#web/products/product-content.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'

type Chapter = NonNullable<ProductContent['chapter']>

interface FreeChapterProps {
	product: PageProduct
	chapter: Chapter
	/** The gallery's pictures of its pages. */
	pictures: readonly GalleryPicture[]
}

/** A whole chapter, as text and as pictures of its pages. It is the most colourful part of the page, in the colour of the cover. */
export function FreeChapter({ product, chapter, pictures }: FreeChapterProps) {
	const [first] = pictures
	const [opening = '', rest = ''] = chapter.html.split(foldMark)
	return (
		<section id="chapter" className={`chapter-band ${cloth[product.category]}`}>
			<div className="chapter-head">
				<div>
					<p className="font-display text-note font-medium">
						{`A whole chapter, free · ${minutesToRead(chapter)} min · ${placeOf(chapter)}`}
					</p>
					<h2 className="mt-2 text-heading">{chapter.title}</h2>
				</div>
				{first === undefined ? null : (
					<EnlargeLink picture={first} className="leaf">
						<Picture {...asThumbnail(first)} sizes="6rem" />
					</EnlargeLink>
				)}
			</div>
			<div className="chapter-sheet">
				<ChapterPart html={opening} />
				{rest === '' ? null : (
					<details className="group">
						<summary className="chapter-fold">
							<span className="group-open:hidden">Read the rest of the chapter</span>
							<span className="hidden group-open:inline">Fold the chapter away</span>
							<Icon name="chevronDown" size={18} className="group-open:rotate-180" />
						</summary>
						<ChapterPart html={rest} />
					</details>
				)}
			</div>
		</section>
	)
}

function minutesToRead({ words }: Chapter): number {
	return Math.max(1, Math.round(words / 200))
}

function placeOf({ pages: [first, ...others], file }: Chapter): string {
	if (first === undefined) return `from ${file}`
	const last = others.at(-1)
	return last === undefined ? `page ${first} of ${file}` : `pages ${first} to ${last} of ${file}`
}

function ChapterPart({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the schema of the document lets only known elements through
	return <div className="chapter" dangerouslySetInnerHTML={{ __html: html }} />
}
