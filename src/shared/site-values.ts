import type { ShopState } from './shop-state.ts'

declare global {
	/** Set by the thread that renders pages, before it imports them: a thread renders one state. Undefined in the browser. */
	var shopState: ShopState | undefined
}

let read: { from: ShopState | undefined; values: ReadonlyMap<string, string> } | undefined

/** Returns the settings that every page shows. In the browser they come from the head of the page. */
export function siteValues(): ReadonlyMap<string, string> {
	const from = globalThis.shopState
	if (read === undefined || read.from !== from)
		read = { from, values: typeof document === 'undefined' ? valuesOf(from) : inHead() }
	return read.values
}

function valuesOf(state: ShopState | undefined): ReadonlyMap<string, string> {
	if (state === undefined) return new Map()
	const { siteUrl, texts, site, articles, sells } = state
	const parts = [
		...state.parts,
		...(site.notice === undefined ? [] : ['notice']),
		...(articles.length === 0 ? [] : ['articles']),
	]
	const all = { 'site-url': siteUrl, name: site.name, sells, parts: parts.join(' '), ...texts }
	return new Map(Object.entries(all).filter(([, value]) => value !== ''))
}

function inHead(): ReadonlyMap<string, string> {
	return new Map(
		Object.entries(JSON.parse(document.querySelector('meta[name="site"]')?.getAttribute('content') ?? '{}')),
	)
}
