import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { Operation } from '#server/admin-api/operation.ts'
import { findOneCustomer } from '#server/features/customers/find-one-customer.ts'
import { findAccount, resolvePurchase } from '#server/features/customers/find-purchase.ts'
import { dayInLondon, daysOf, periodsOf } from '#server/features/sales/period.ts'
import { findMember } from '#server/features/staff/plan-members.ts'
import { type Field, fieldsOf } from './fields.ts'
import type { Line } from './read-line.ts'

const defaultDays = '30'

/**
 * Returns the input as the operation takes it: with the ids of the customers, purchases and members that were named in another way, and
 * with the days of a period. Throws `DecisionError` if nothing matches a name, or several do.
 */
export async function resolveNames(
	{ database, clock }: Pick<AdminDependencies, 'database' | 'clock'>,
	operation: Operation,
	{ input, product }: Pick<Line, 'input' | 'product'>,
): Promise<Record<string, unknown>> {
	const idOf = async (kind: Field['kind'], text: string) => {
		// Part of a name is enough to look at somebody, but not to act on them.
		if (kind === 'customer' && operation.kind === 'read') return await findOneCustomer(database, text)
		if (kind === 'customer') return (await findAccount(database, text)).id
		if (kind === 'purchase') return (await resolvePurchase(database, { who: text, product })).id
		return kind === 'member' ? (await findMember(database, text)).user_id : text
	}
	const resolved: Record<string, unknown> = {}
	for (const field of fieldsOf(operation)) {
		const value = input[field.name]
		if (field.kind === 'period')
			Object.assign(
				resolved,
				daysOf(periodsOf(String(value ?? defaultDays), dayInLondon(clock.now())).period),
			)
		else if (value !== undefined)
			resolved[field.name] = typeof value === 'string' ? await idOf(field.kind, value) : value
	}
	return resolved
}
