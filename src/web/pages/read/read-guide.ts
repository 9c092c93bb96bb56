import { field, textIn } from '#web/session/read-fields.ts'
import { type ChapterNode, readNodes } from './read-html.ts'

/** The reading edition of a guide. */
export interface Guide {
	title: string
	/** Its date, as an ISO date. */
	edition: string
	chapters: readonly GuideChapter[]
}

export interface GuideChapter {
	/** Its anchor. */
	id: string
	title: string
	nodes: readonly ChapterNode[]
}

/** Converts a chapter's HTML into what the page shows. */
type ReadHtml = (html: string) => readonly ChapterNode[]

/** Reads a stored reading edition. Returns null if it isn't valid, or belongs to another guide. */
export function readGuide(text: string, slug: string, readHtml: ReadHtml = readInBrowser): Guide | null {
	const stored = parseJson(text)
	const [title, edition] = [textIn(stored, 'title'), textIn(stored, 'edition')]
	const list = field(stored, 'chapters')
	if (textIn(stored, 'slug') !== slug || title === null || edition === null || !Array.isArray(list))
		return null
	const chapters = list.map((chapter: unknown) => readChapter(chapter, readHtml))
	const known = chapters.filter((chapter) => chapter !== null)
	const ids = new Set(known.map(({ id }) => id))
	if (known.length === 0 || known.length < chapters.length || ids.size < known.length) return null
	return { title, edition, chapters: known }
}

function readChapter(chapter: unknown, readHtml: ReadHtml): GuideChapter | null {
	const [id, title, html] = [textIn(chapter, 'id'), textIn(chapter, 'title'), textIn(chapter, 'html')]
	if (id === null || title === null || html === null || !/^[a-z0-9-]+$/.test(id)) return null
	return { id, title, nodes: readHtml(html) }
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}

/** Uses `DOMParser`, because its documents run no scripts and load nothing. */
function readInBrowser(html: string): ChapterNode[] {
	return readNodes(new DOMParser().parseFromString(html, 'text/html').body)
}
