import { DOMParser } from '@xmldom/xmldom'

const deepest = 24
const mostElements = 2_000
const mostNamespaces = 500
/** Genuine messages have a hundred. The library that checks signatures takes more than a second for ten thousand. */
const mostAttributes = 2_000

/** XML that is malformed, too large, or contains something that SAML never needs. */
export class XmlError extends Error {}

interface XmlLimits {
	longest: number
	/** Whether comments are allowed. A comment inside a signed text can make two parsers read that text differently. */
	comments: boolean
}

/**
 * Parses XML from an untrusted source and returns its root element. Throws `XmlError` for a document type declaration (which
 * could define entities), processing instructions, CDATA, comments (unless allowed), deep nesting, many elements and many
 * attributes.
 */
export function parseXml(text: string, { longest, comments }: XmlLimits): Element {
	if (text.length > longest) throw new XmlError(`longer than ${longest} characters`)
	const body = text.replace(/^\uFEFF?\s*<\?xml [^<>]*\?>/, '')
	// In well-formed XML, <! and <? begin only declarations, comments, CDATA and processing instructions.
	const markup = comments ? body.replaceAll('<!--', '') : body
	if (markup.includes('<!') || body.includes('<?')) throw new XmlError('contains a declaration or a comment')
	// Checked before parsing: the parser takes seconds for many tags, and for many nested namespaces.
	if (countOf(markup, '<') > 2 * mostElements || countOf(body, 'xmlns') > mostNamespaces)
		throw new XmlError('has too many elements or namespaces')
	// Each attribute has two quotes.
	if (countOf(body, '"') + countOf(body, "'") > 2 * mostAttributes)
		throw new XmlError('has too many attributes')
	const root = parse(body).documentElement
	if (root === null) throw new XmlError('has no element')
	checkTree(root)
	return root
}

function countOf(text: string, part: string): number {
	return text.split(part).length - 1
}

function parse(text: string): Document {
	const fail = (message: unknown) => {
		throw new XmlError(String(message))
	}
	const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
	try {
		return parser.parseFromString(text, 'text/xml')
	} catch (error) {
		throw error instanceof XmlError ? error : new XmlError('malformed', { cause: error })
	}
}

/** Walks the tree level by level rather than recursively, because it may be as deep as the text is long. */
function checkTree(root: Element): void {
	let level: Element[] = [root]
	let count = 0
	for (let depth = 0; level.length > 0; depth += 1) {
		count += level.length
		if (depth > deepest || count > mostElements) throw new XmlError('nested too deeply, or too long')
		level = level.flatMap(childrenOf)
	}
}

/** Returns the elements directly inside an element. */
export function childrenOf(element: Element): Element[] {
	const children: Element[] = []
	for (let node = element.firstChild; node !== null; node = node.nextSibling)
		if (isElement(node)) children.push(node)
	return children
}

function isElement(node: Node): node is Element {
	return node.nodeType === node.ELEMENT_NODE
}

/** Returns the element and everything inside it, in the order of the document. */
export function allElements(element: Element): Element[] {
	return [element, ...childrenOf(element).flatMap(allElements)]
}

/** Returns the elements with this name directly inside an element. */
export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
	return childrenOf(element).filter((child) => child.namespaceURI === namespace && child.localName === name)
}

/** Returns the only element with this name directly inside an element. Throws `XmlError` for none or several. */
export function onlyChild(element: Element, namespace: string, name: string): Element {
	const [child, ...others] = childrenNamed(element, namespace, name)
	if (child === undefined || others.length > 0)
		throw new XmlError(`${element.localName} has ${others.length === 0 ? 'no' : 'several'} ${name}`)
	return child
}

/** Returns the text of an element that contains nothing else. Throws `XmlError` otherwise. */
export function textOf(element: Element): string {
	if (childrenOf(element).length > 0) throw new XmlError(`${element.localName} is not a text`)
	return (element.textContent ?? '').trim()
}

/** Returns an attribute without a namespace; undefined if there is none. */
export function attributeOf(element: Element, name: string): string | undefined {
	return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined
}

export const namespaces = {
	assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
	protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
	metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
	signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
