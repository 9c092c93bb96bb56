import { removeElements } from '#server/platform/http/remove-elements.ts'
import { type Site, sitePlaceholder, siteTexts, textPlaceholder } from '#shared/site.ts'

/** What a page needs at run time: the values of its placeholders, and which of its parts are shown. */
export interface PageFilling {
	/** The site's origin and its public key. */
	placeholders: Readonly<Record<string, string>>
	site: Site
}

/**
 * Completes a built or rendered page: removes the claims that the owner has not confirmed and the parts that do not apply, then
 * fills in the settings, escaped for their context. Everything else stays unchanged.
 */
export function finishPage(html: string, { placeholders, site }: PageFilling): string {
	const values = { ...placeholders, ...siteValues(site) }
	// In one pass, so that a setting whose value contains another placeholder stays as it is.
	const names = new RegExp(Object.keys(values).map(RegExp.escape).join('|'), 'g')
	// Inside a script a value is part of a JSON string, anywhere else it is text or an attribute.
	return withoutUnshown(html, site)
		.split(/(<script\b[^>]*>[\s\S]*?<\/script>)/)
		.map((stretch, index) => {
			const escaped = index % 2 === 1 ? inJson : inMarkup
			return stretch.replace(names, (name) => escaped(values[name] ?? name))
		})
		.join('')
}

function siteValues({ texts, claims, parts }: Site): Record<string, string> {
	const lists = { claims: claims.join(' '), parts: parts.join(' ') }
	const all = new URLSearchParams(
		Object.entries({ ...lists, ...texts }).filter(([, value]) => value !== ''),
	).toString()
	return {
		[sitePlaceholder]: all,
		...Object.fromEntries(siteTexts.map((name) => [textPlaceholder(name), texts[name]])),
	}
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

/** Removes the elements marked `data-claim` or `data-part` if none of their ids is shown. */
function withoutUnshown(html: string, { claims, parts }: Site): string {
	const shown: Readonly<Record<string, ReadonlySet<string>>> = {
		'data-claim': new Set(claims),
		'data-part': new Set(parts),
	}
	const isHidden = (name: string, value: string) => {
		const ids = shown[name]
		return ids !== undefined && !value.split(' ').some((id) => ids.has(id))
	}
	// Parsing takes a few milliseconds a page, and most pages have nothing to remove.
	const marks = Array.from(html.matchAll(/\s(data-(?:claim|part))="([^"]*)"/g))
	if (!marks.some(([, name = '', value = '']) => isHidden(name, value))) return html
	return removeElements(html, (attributes) => attributes.some(({ name, value }) => isHidden(name, value)))
}
