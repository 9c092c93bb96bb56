/** Members of the provider's objects that tell who paid rather than what was paid. */
const personal: ReadonlySet<string> = new Set([
	'billing_details',
	'collected_information',
	'customer_details',
	'customer_email',
	'customer_email_address',
	'customer_name',
	'customer_purchase_ip',
	'evidence',
	'payment_method_details',
	'receipt_email',
	'receipt_url',
	'shipping',
	'shipping_details',
])

/** The same value without what it tells of the person who paid: the shop needs none of it, and the provider keeps it. */
export function withoutPerson(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPerson)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, member]) =>
			personal.has(name) ? [] : [[name, withoutPerson(member)]],
		),
	)
}
