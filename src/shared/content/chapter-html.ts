/** The elements of a chapter that need no attributes. */
export const plainElements = [
	'p',
	'h3',
	'h4',
	'ul',
	'ol',
	'li',
	'table',
	'thead',
	'tbody',
	'tr',
	'strong',
	'em',
	'mark',
	'br',
]

/** The classes that the pages' style sheets know in a chapter. */
export const chapterClasses = [
	'note',
	'check',
	'panel',
	'panel-title',
	'answer',
	'ticks',
	'sample',
	'sample-label',
	'pair',
]

/** Marks the place in a chapter's text from which the page folds the chapter away. */
export const foldMark = '<!-- fold -->'

/**
 * Returns whether the text of a chapter has only elements and attributes that `npm run catalogue` writes. A page shows the text as it
 * is, so anything else could run a script.
 */
export function isChapterHtml(html: string): boolean {
	const element = `(?:${[...plainElements, 'a', 'div', 'td', 'th'].join('|')})`
	const classNames = ['link', ...chapterClasses].join('|')
	const attribute = `(?:class="(?:${classNames})"|scope="(?:row|col)"|value="\\d+"|href="(?:https://|tel:|mailto:)[^"<>]*")`
	const allowed = new RegExp(`<(?:/${element}|${element}(?: ${attribute})*)>|${foldMark}`, 'g')
	return !html.replaceAll(allowed, '').includes('<')
}
