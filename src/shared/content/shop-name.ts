import { site } from '#catalogue/site.ts'
import { isRecord } from '#shared/json.ts'

/**
 * Returns a document in which the texts that came with the shop, and that its owner has not changed, say the shop's own name. So the
 * owner renames the shop in one place, and what they have written stays as it is.
 */
export function withShopName<T>(content: T, starter: unknown, name: string): T
export function withShopName(content: unknown, starter: unknown, name: string): unknown {
	if (typeof content === 'string')
		return content === starter ? content.replaceAll(site.name, () => name) : content
	if (Array.isArray(content) && Array.isArray(starter))
		return content.map((one: unknown, at) => withShopName(one, starter[at], name))
	if (!isRecord(content) || !isRecord(starter)) return content
	return Object.fromEntries(
		Object.entries(content).map(([key, value]) => [key, withShopName(value, starter[key], name)]),
	)
}
