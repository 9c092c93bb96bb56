import { html as names, type Token, Tokenizer, TokenizerMode } from 'parse5'
import { z } from 'zod'
import { jsonInHtml } from '#shared/json.ts'
import { placeholder, type Site, sitePlaceholder } from '#shared/site.ts'

/** What a page needs at run time: the values of its placeholders, and which of its parts are shown. */
export interface PageFilling {
	/** The site's origin and its public key, each by the placeholder that it replaces. */
	placeholders: Readonly<Record<string, string>>
	site: Site
	/** HTML to insert as it is, by its name. The values in it must be escaped already. */
	markup?: Readonly<Record<string, string>>
	/** Properties to add to the products in the structured data, by the product's id. */
	structuredData?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Completes a built or rendered page. Removes the marketing claims that the owner has not confirmed, and the parts that do not
 * apply. Then fills in the settings, escaped for their context. Everything else stays unchanged. Pages must be edited at run
 * time because one build serves every installation. No other code edits rendered HTML.
 */
export function finishPage(
	html: string,
	{ placeholders, site, markup = {}, structuredData = {} }: PageFilling,
): string {
	const values = { ...placeholders, ...siteValues(site) }
	const insertions = byPlaceholder(markup)
	// All placeholders are replaced in one pass, so that a placeholder inside a value is left alone.
	const names = new RegExp(
		Object.keys({ ...values, ...insertions })
			.map(RegExp.escape)
			.join('|'),
		'g',
	)
	// Inside a script a value is part of a JSON string, anywhere else it is text or an attribute.
	return withoutUnshown(html, site)
		.split(/(<script\b[^>]*>[\s\S]*?<\/script>)/)
		.map((stretch, index) => {
			const isScript = index % 2 === 1
			const escaped = isScript ? inJson : inMarkup
			const filled = stretch.replace(names, (name) => insertions[name] ?? escaped(values[name] ?? name))
			return isScript ? withStructuredData(filled, structuredData) : filled
		})
		.join('')
}

function siteValues({ texts, marketingClaims, parts }: Site): Record<string, string> {
	const lists = { 'marketing-claims': marketingClaims.join(' '), parts: parts.join(' ') }
	const all = new URLSearchParams(
		Object.entries({ ...lists, ...texts }).filter(([, value]) => value !== ''),
	).toString()
	return {
		[sitePlaceholder]: all,
		...byPlaceholder(texts),
	}
}

function byPlaceholder(values: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [placeholder(name), value]))
}

const graphSchema = z.looseObject({ '@graph': z.array(z.looseObject({ sku: z.string().optional() })) })
const dataBlock = /^(<script type="application\/ld\+json"[^>]*>)([\s\S]*)(<\/script>)$/

/** Adds properties to the products that a block of structured data describes. */
function withStructuredData(script: string, added: NonNullable<PageFilling['structuredData']>): string {
	const [, open, json = '', close] = dataBlock.exec(script) ?? []
	if (open === undefined || Object.keys(added).length === 0) return script
	const data = graphSchema.parse(JSON.parse(json))
	const graph = data['@graph'].map((item) => ({ ...item, ...added[item.sku ?? ''] }))
	return `${open}${jsonInHtml({ ...data, '@graph': graph })}${close}`
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#x27;',
}

function inMarkup(value: string): string {
	return value.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function inJson(value: string): string {
	return JSON.stringify(value).slice(1, -1).replaceAll('<', '\\u003c')
}

/** Removes the elements marked `data-marketing-claim` or `data-part` if none of their ids is shown. */
function withoutUnshown(html: string, { marketingClaims, parts }: Site): string {
	const shown: Readonly<Record<string, ReadonlySet<string>>> = {
		'data-marketing-claim': new Set(marketingClaims),
		'data-part': new Set(parts),
	}
	const isHidden = (name: string, value: string) => {
		const ids = shown[name]
		return ids !== undefined && !value.split(' ').some((id) => ids.has(id))
	}
	// The page is not parsed if there is nothing to remove, as in most pages. Parsing takes a few milliseconds.
	const marks = Array.from(html.matchAll(/\s(data-(?:marketing-claim|part))="([^"]*)"/g))
	if (!marks.some(([, name = '', value = '']) => isHidden(name, value))) return html
	return removeElements(html, (attributes) => attributes.some(({ name, value }) => isHidden(name, value)))
}

const { TAG_ID } = names
const voidElements: ReadonlySet<number> = new Set([
	...[TAG_ID.AREA, TAG_ID.BASE, TAG_ID.BR, TAG_ID.COL, TAG_ID.EMBED, TAG_ID.HR, TAG_ID.IMG, TAG_ID.INPUT],
	...[TAG_ID.LINK, TAG_ID.META, TAG_ID.SOURCE, TAG_ID.TRACK, TAG_ID.WBR],
])

/** The elements whose content is not markup, with the state in which the tokenizer reads it. */
const contentModes: ReadonlyMap<number, Tokenizer['state']> = new Map([
	[TAG_ID.SCRIPT, TokenizerMode.SCRIPT_DATA],
	[TAG_ID.STYLE, TokenizerMode.RAWTEXT],
	[TAG_ID.TITLE, TokenizerMode.RCDATA],
	[TAG_ID.TEXTAREA, TokenizerMode.RCDATA],
])

/**
 * Removes the elements that `isUnwanted` selects by their attributes, with their content. Leaves the rest unchanged. Works on
 * tokens, because building a tree takes several times as long. This relies on React closing every element. Throws if a removed
 * element is not closed.
 */
function removeElements(html: string, isUnwanted: (attributes: Token.Attribute[]) => boolean): string {
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
				else if (isUnwanted(tag.attrs)) {
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
