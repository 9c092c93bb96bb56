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
						{`A whole chapter, free · ${minutesToRead(chapter)} min · ${placeOf(product, chapter)}`}
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

/** Returns where the chapter is, by the page number in the list of contents if it is there. */
function placeOf({ previewContent }: PageProduct, { title, pages: [first], file }: Chapter): string {
	const page = previewContent.contents.find((entry) => entry.title === title)?.page
	if (page != null) return `from page ${page}`
	return first === undefined ? `from ${file}` : `page ${first} of ${file}`
}

function ChapterPart({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the schema of the document lets only known elements through
	return <div className="chapter" dangerouslySetInnerHTML={{ __html: html }} />
}
