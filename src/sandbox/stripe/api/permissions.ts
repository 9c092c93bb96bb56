import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import type { Operation } from '#sandbox/stripe/api/operation.ts'

/**
 * The name of each resource in permissions (https://docs.stripe.com/keys/permissions-reference). The permissions for charges
 * include refunds, and prices still have their older name `plan`.
 */
const resources: Record<string, string> = {
	balanceTransactions: 'balance_transaction_source',
	charges: 'charge',
	'checkout.sessions': 'checkout_session',
	coupons: 'coupon',
	disputes: 'dispute',
	events: 'event',
	paymentIntents: 'payment_intent',
	payouts: 'payout',
	paymentMethods: 'payment_method',
	prices: 'plan',
	products: 'product',
	promotionCodes: 'promotion_code',
	refunds: 'charge',
	webhookEndpoints: 'webhook',
}

/** The permission that is needed to expand each field. */
const expanded: Record<string, string> = {
	balance_transaction: 'balance_transaction_source_read',
	charge: 'charge_read',
	default_price: 'plan_read',
	latest_charge: 'charge_read',
	payment_intent: 'payment_intent_read',
	payment_method: 'payment_method_read',
	product: 'product_read',
	refunds: 'charge_read',
	source: 'balance_transaction_source_read',
}

const implied: Record<string, readonly string[]> = {
	checkout_session_read: ['payment_intent_read', 'product_read'],
	payment_intent_read: ['product_read'],
	plan_read: ['product_read'],
}

interface AskedFor {
	operation: Pick<Operation, 'name' | 'method'>
	permissions: readonly string[] | undefined
	/** The key, masked so that an answer may contain it. */
	maskedKey: string
	expand: readonly string[]
}

/** Throws Stripe's 403 with the name of the first permission that the key lacks. */
export function requirePermissions({ operation, permissions, maskedKey, expand }: AskedFor): void {
	if (permissions === undefined) return
	const held = withImplied(permissions)
	const expandedFields = expand.flatMap((path) => path.split('.'))
	const needed = [permissionOf(operation), ...expandedFields.flatMap((field) => expanded[field] ?? [])]
	const missing = needed.find((permission) => !held.has(permission))
	if (missing === undefined) return
	throw new ApiError({
		status: 403,
		code: 'more_permissions_required',
		message: `The provided key '${maskedKey}' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the 'rak_${missing}' permission would allow this request to continue.`,
	})
}

function permissionOf({ name, method }: AskedFor['operation']): string {
	const resource = resources[name.slice(0, name.lastIndexOf('.'))]
	if (resource === undefined) throw new Error(`no permission is known for ${name}`)
	return `${resource}_${method === 'GET' ? 'read' : 'write'}`
}

/** Returns the permissions together with those that they imply. Writing, for example, implies reading. */
function withImplied(permissions: readonly string[]): Set<string> {
	const held = new Set(permissions)
	for (const permission of held) {
		if (permission.endsWith('_write')) held.add(permission.replace(/_write$/, '_read'))
		for (const more of implied[permission] ?? []) held.add(more)
	}
	return held
}
