import { badParam } from '#sandbox/stripe/api/api-error.ts'
import type { Kind } from '#sandbox/stripe/objects/kinds.ts'
import type { Objects } from '#sandbox/stripe/objects/objects.ts'
import { isRecord } from '#shared/json.ts'

const deepest = 4

/** What can be expanded in each kind of object: a field with an id, or the list of its children. */
export const expandable: Record<
	string,
	Record<
		string,
		{ byId: Kind } | { byAnyId: readonly Kind[] } | { listOf: Kind; url: (id: string) => string }
	>
> = {
	'checkout.session': {
		payment_intent: { byId: 'payment_intent' },
		line_items: { listOf: 'item', url: (id) => `/v1/checkout/sessions/${id}/line_items` },
	},
	payment_intent: { latest_charge: { byId: 'charge' }, payment_method: { byId: 'payment_method' } },
	charge: {
		balance_transaction: { byId: 'balance_transaction' },
		payment_intent: { byId: 'payment_intent' },
		refunds: { listOf: 'refund', url: (id) => `/v1/charges/${id}/refunds` },
	},
	refund: {
		balance_transaction: { byId: 'balance_transaction' },
		charge: { byId: 'charge' },
		payment_intent: { byId: 'payment_intent' },
		payment_method: { byId: 'payment_method' },
	},
	balance_transaction: { source: { byAnyId: ['charge', 'refund', 'dispute', 'payout'] } },
	dispute: { charge: { byId: 'charge' }, payment_intent: { byId: 'payment_intent' } },
	price: { product: { byId: 'product' } },
	product: { default_price: { byId: 'price' } },
}

/** Replaces ids with their objects (https://docs.stripe.com/api/expanding_objects). */
export function expand(objects: Objects, value: unknown, paths: readonly string[]): unknown {
	return paths.reduce((expanded, path) => {
		const parts = path.split('.')
		if (parts.length - (parts[0] === 'data' ? 1 : 0) > deepest) {
			throw badParam('expand', `You cannot expand more than ${deepest} levels of a property.`)
		}
		return expandPart(objects, expanded, parts, path)
	}, value)
}

function expandPart(objects: Objects, value: unknown, parts: readonly string[], path: string): unknown {
	const [field, ...rest] = parts
	if (field === undefined || value === null) return value
	if (!isRecord(value)) throw badParam('expand', `This property cannot be expanded (${path}).`)
	const current = value[field]
	if (value.object === 'list' && field === 'data' && Array.isArray(current)) {
		return { ...value, data: current.map((each) => expandPart(objects, each, rest, path)) }
	}
	const whole = isRecord(current) ? current : wholeOf(objects, value, field, path)
	return { ...value, [field]: expandPart(objects, whole, rest, path) }
}

function wholeOf(objects: Objects, owner: Record<string, unknown>, field: string, path: string): unknown {
	const kind = String(owner.object)
	const rule = Object.hasOwn(expandable, kind) ? expandable[kind]?.[field] : undefined
	if (rule === undefined) throw badParam('expand', `This property cannot be expanded (${path}).`)
	if (!('listOf' in rule)) {
		const id = owner[field]
		if (typeof id !== 'string') return null
		const kinds = 'byId' in rule ? [rule.byId] : rule.byAnyId
		return kinds.map((each) => objects.find(each, id)).find((found) => found !== undefined) ?? id
	}
	const id = String(owner.id)
	const children = objects.children(rule.listOf, id)
	// Line items keep their order, and everything else is newest first. A nested list has at most ten entries.
	const ordered = rule.listOf === 'item' ? children : children.reverse()
	return { object: 'list', data: ordered.slice(0, 10), has_more: ordered.length > 10, url: rule.url(id) }
}
