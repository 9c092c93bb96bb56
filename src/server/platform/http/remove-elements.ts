import { html as names, type Token, Tokenizer, TokenizerMode } from 'parse5'

const { TAG_ID } = names
const voidElements: ReadonlySet<number> = new Set([
	...[TAG_ID.AREA, TAG_ID.BASE, TAG_ID.BR, TAG_ID.COL, TAG_ID.EMBED, TAG_ID.HR, TAG_ID.IMG, TAG_ID.INPUT],
	...[TAG_ID.LINK, TAG_ID.META, TAG_ID.SOURCE, TAG_ID.TRACK, TAG_ID.WBR],
])

/** Elements whose content is not markup, and the tokenizer state for it. */
const contentModes: ReadonlyMap<number, Tokenizer['state']> = new Map([
	[TAG_ID.SCRIPT, TokenizerMode.SCRIPT_DATA],
	[TAG_ID.STYLE, TokenizerMode.RAWTEXT],
	[TAG_ID.TITLE, TokenizerMode.RCDATA],
	[TAG_ID.TEXTAREA, TokenizerMode.RCDATA],
])

/**
 * Removes the elements that `isCut` selects by their attributes, with their content, and leaves the rest unchanged. Works on
 * tokens, which is several times faster than building a tree but requires every element to be closed, as React does. Throws if
 * a removed element is not.
 */
export function removeElements(html: string, isCut: (attributes: Token.Attribute[]) => boolean): string {
	const kept: string[] = []
	let from = 0
	/** How many elements are open inside the one being removed, including itself; 0 outside. */
	let depth = 0
	const tokenizer = new Tokenizer(
		{ sourceCodeLocationInfo: true },
		{
			onStartTag(tag) {
				const mode = contentModes.get(tag.tagID)
				if (mode !== undefined) tokenizer.state = mode
				const isEmpty = tag.selfClosing || voidElements.has(tag.tagID)
				if (depth > 0) depth += isEmpty ? 0 : 1
				else if (isCut(tag.attrs)) {
					kept.push(html.slice(from, tag.location?.startOffset))
					from = tag.location?.endOffset ?? from
					depth = isEmpty ? 0 : 1
				}
			},
			onEndTag(tag) {
				if (depth === 0) return
				depth -= 1
				if (depth === 0) from = tag.location?.endOffset ?? from
			},
			onCharacter() {},
			onNullCharacter() {},
			onWhitespaceCharacter() {},
			onComment() {},
			onDoctype() {},
			onEof() {},
		},
	)
	tokenizer.write(html, true)
	if (depth > 0) throw new Error('an element that is to be removed from a page is not closed')
	return [...kept, html.slice(from)].join('')
}
