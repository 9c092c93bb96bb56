import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type ChapterNode, type HtmlNode, readNodes } from '#web/pages/read/read-html.ts'

/** Reads a chapter's HTML as the reading page does in a browser. */
export function readHtml(html: string): ChapterNode[] {
	return readNodes({ childNodes: parseFragment(html).childNodes.map(nodeOf) })
}

/** Converts a node of parse5 into the form of a browser's node. */
function nodeOf(node: DefaultTreeAdapterTypes.ChildNode): HtmlNode {
	const isElement = 'tagName' in node
	const text = 'value' in node ? node.value : null
	return {
		nodeType: isElement ? 1 : text === null ? 8 : 3,
		nodeName: isElement ? node.tagName.toUpperCase() : node.nodeName,
		textContent: text,
		childNodes: isElement ? node.childNodes.map(nodeOf) : [],
		getAttribute: (name) => (isElement ? node.attrs.find((attr) => attr.name === name)?.value : null) ?? null,
	}
}
