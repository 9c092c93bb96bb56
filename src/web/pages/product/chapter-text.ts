const chapters = import.meta.glob<string>('/catalogue/*/chapter.html', { query: '?raw', import: 'default' })
const started = new Map<string, Promise<string>>()

/** Loads the text of a product's free chapter as HTML, which `npm run catalogue` has written. */
export function loadChapter(slug: string): Promise<string> {
	const text = started.get(slug) ?? chapters[`/catalogue/${slug}/chapter.html`]?.()
	if (text === undefined) throw new Error(`${slug} has no chapter`)
	started.set(slug, text)
	return text
}
