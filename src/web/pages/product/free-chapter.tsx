import { use, useEffect, useRef, useState } from 'react'
import type { Chapter } from '#catalogue/product-page.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { foldMark } from '#shared/content/chapter-html.ts'
import { cloth } from '#web/products/category-colours.tsx'
import { asThumbnail, type GalleryPicture } from '#web/products/gallery.ts'
import { Icon } from '#web/ui/icon.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EnlargeLink } from '#web/viewer/enlarge-link.tsx'

interface FreeChapterProps {
	product: Product
	chapter: Chapter
	/** The gallery's pictures of its pages. */
	pictures: readonly GalleryPicture[]
}

/** A whole chapter, as text and as pictures of its pages. It is the most colourful part of the page, in the colour of the cover. */
export function FreeChapter({ product, chapter, pictures }: FreeChapterProps) {
	const [first] = pictures
	return (
		<section id="chapter" className={`chapter-band ${cloth[product.category]}`}>
			<div className="chapter-head">
				<div>
					<p className="font-display text-note font-medium">
						{`A whole chapter, free · ${minutesToRead(chapter)} min · ${pagesWords(chapter)} of ${chapter.file}`}
					</p>
					<h2 className="mt-2 text-heading">{chapter.title}</h2>
				</div>
				{first === undefined ? null : (
					<EnlargeLink picture={first} className="leaf">
						<Picture {...asThumbnail(first)} sizes="6rem" />
					</EnlargeLink>
				)}
			</div>
			<ChapterText key={product.slug} slug={product.slug} />
		</section>
	)
}

function minutesToRead({ words }: Chapter): number {
	return Math.max(1, Math.round(words / 200))
}

function pagesWords({ pages: [first, ...others] }: Chapter): string {
	const last = others.at(-1)
	return last === undefined ? `page ${first}` : `pages ${first} to ${last}`
}

/**
 * The text is in the prerendered page, but not in the scripts that the page loads: hydration keeps the existing text. For a
 * visitor who comes from another page of the site, it is loaded from a file of its own.
 */
function ChapterText({ slug }: { slug: string }) {
	const sheet = useRef<HTMLDivElement>(null)
	const [loaded, setLoaded] = useState('')
	useEffect(() => {
		if (sheet.current?.querySelector('.chapter > *') !== null) return
		lazyImport(() => loadChapter(slug)).then(setLoaded, () => setLoaded(failed))
	}, [slug])
	const text = import.meta.env.SSR ? use(loadChapter(slug)) : loaded
	const [opening = '', rest = ''] = text.split(foldMark)
	return (
		<div ref={sheet} className="chapter-sheet">
			<ChapterPart html={opening} />
			<details className="group">
				<summary className="chapter-fold">
					<span className="group-open:hidden">Read the rest of the chapter</span>
					<span className="hidden group-open:inline">Fold the chapter away</span>
					<Icon name="chevronDown" size={18} className="group-open:rotate-180" />
				</summary>
				<ChapterPart html={rest} />
			</details>
		</div>
	)
}

const chapters = import.meta.glob<string>('/catalogue/*/chapter.html', { query: '?raw', import: 'default' })
const started = new Map<string, Promise<string>>()

/** Loads the text of a product's free chapter as HTML, which `npm run catalogue` has written. */
function loadChapter(slug: string): Promise<string> {
	const text = started.get(slug) ?? chapters[`/catalogue/${slug}/chapter.html`]?.()
	if (text === undefined) throw new Error(`${slug} has no chapter`)
	started.set(slug, text)
	return text
}

const failed = '<p>The text couldn’t be loaded. Reload the page to read it.</p>'

function ChapterPart({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the catalogue's build lets only known elements through
	return <div suppressHydrationWarning className="chapter" dangerouslySetInnerHTML={{ __html: html }} />
}
