import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../scripts/setup/run.mjs'
import type { Product } from '../src/shared/catalogue-schema.ts'
import { type ArchiveEntry, packArchive } from './archive.ts'
import { type ChapterText, linkTargets, toHtml } from './guide-text.ts'
import { drawCover } from './typst.ts'

/** The text of a guide for the page at `/read/<slug>`. */
interface ReadingEdition {
	slug: string
	title: string
	/** Its date, ISO. */
	edition: string
	/** The HTML has only the elements and classes that `toHtml` writes. Links lead to `#<id>`, or to the id of a section. */
	chapters: { id: string; title: string; html: string }[]
}

type Edited = Pick<Product, 'slug' | 'title' | 'edition'>

/** Makes the reading edition of a guide from its chapters. */
export function buildReading(product: Edited, chapters: readonly ChapterText[]): Uint8Array {
	const edition = editionOf(product)
	const targets = linkTargets(chapters)
	const reading: ReadingEdition = {
		slug: product.slug,
		title: product.title,
		edition,
		chapters: chapters.map(({ id, title, nodes }) => ({ id, title, html: toHtml(nodes, targets, true) })),
	}
	return new TextEncoder().encode(`${JSON.stringify(reading)}\n`)
}

/**
 * Makes an EPUB 3 of a guide from its chapters, for the reading apps of phones, tablets and e-readers. The cover is drawn from
 * the Typst file `source`.
 */
export function buildEpub(product: Edited, chapters: readonly ChapterText[], source: string): Uint8Array {
	const edition = editionOf(product)
	const targets = linkTargets(chapters)
	const text = (name: string, content: string): ArchiveEntry => ({
		name,
		bytes: new TextEncoder().encode(content),
	})
	const pages = chapters.map(({ id, title, nodes }) => {
		// A book has several files, so a link also names the file.
		const html = toHtml(nodes, targets)
			.replace(/href="#([\w-]+?)--([\w-]+)"/g, 'href="$1.xhtml#$1--$2"')
			.replace(/href="#([\w-]+)"/g, 'href="$1.xhtml"')
		return text(`EPUB/${id}.xhtml`, page(title, chapterSection(title, html)))
	})
	return packArchive([
		// The format requires this entry to be the first, and not compressed.
		{ ...text('mimetype', 'application/epub+zip'), isStored: true },
		text('META-INF/container.xml', container),
		text('EPUB/book.opf', bookFile(product.title, product.slug, edition, chapters)),
		text('EPUB/contents.xhtml', contentsPage(chapters)),
		text('EPUB/style.css', readFileSync(join(rootDir, 'workshop/design/epub.css'), 'utf8')),
		text('EPUB/cover.svg', named(drawCover(source), `Cover of ${product.title}`)),
		...pages,
	])
}

function editionOf({ slug, edition }: Edited): string {
	if (edition === null) throw new Error(`${slug} has no edition`)
	return edition.date
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

function bookFile(title: string, slug: string, edition: string, chapters: readonly ChapterText[]): string {
	const items = chapters.map(
		({ id }) => `<item id="c-${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`,
	)
	const order = chapters.map(({ id }) => `<itemref idref="c-${id}"/>`)
	return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en-GB">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">headstart:${slug}:${edition}</dc:identifier>
<dc:title>${escaped(title)}</dc:title>
<dc:creator>Headstart</dc:creator>
<dc:language>en-GB</dc:language>
<meta property="dcterms:modified">${edition}T09:00:00Z</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">readingOrder</meta>
<meta property="schema:accessibilityFeature">displayTransformability</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Plain text with headings, lists and tables with headers. It has no pictures but the cover. It has no page numbers: pages are those of the PDF.</meta>
<meta property="dcterms:conformsTo" id="conformance">EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>
<meta property="a11y:certifiedBy" refines="#conformance">Headstart</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>
${items.join('\n')}
</manifest>
<spine>
<itemref idref="contents"/>
${order.join('\n')}
</spine>
</package>
`
}

function contentsPage(chapters: readonly ChapterText[]): string {
	const entries = chapters.map(({ id, title }) => `<li><a href="${id}.xhtml">${escaped(title)}</a></li>`)
	return page(
		'Contents',
		`<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents">Contents</h1>
<ol>
${entries.join('\n')}
</ol>
</nav>
<nav epub:type="landmarks" aria-label="Landmarks" hidden="hidden">
<ol>
<li><a epub:type="toc" href="contents.xhtml">Contents</a></li>
<li><a epub:type="bodymatter" href="${chapters[0]?.id}.xhtml">Beginning</a></li>
</ol>
</nav>`,
	)
}

function chapterSection(title: string, html: string): string {
	const heading = `<h1 id="title">${escaped(title)}</h1>`
	return `<section epub:type="chapter" role="doc-chapter" aria-labelledby="title">
${heading}
${asXml(html)}
</section>`
}

/** Gives a drawing a name, which screen readers say in place of it. */
function named(svg: string, name: string): string {
	return svg.replace(/<svg [^>]*/, `$& role="img" aria-label="${escaped(name)}"`)
}

function page(title: string, body: string): string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en-GB" xml:lang="en-GB">
<head>
<title>${escaped(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`
}

/**
 * Turns HTML from `toHtml` into XML, where only `<br>` is written differently. Raises headings by one level, because they start at
 * the third level on a page and at the second in a book.
 */
function asXml(html: string): string {
	return html
		.replaceAll('<br>', '<br/>')
		.replace(/<(\/?)h3\b/g, '<$1h2')
		.replace(/<(\/?)h4\b/g, '<$1h3')
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
