/** Properties of the provider's objects that identify the payer. */
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

/** Returns the value without the payer's personal data: the shop needs none of it, and the provider has it. */
export function withoutPerson(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPerson)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, member]) =>
			personal.has(name) ? [] : [[name, withoutPerson(member)]],
		),
	)
}
