import { z } from 'zod'
import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import type { Buyer } from '#sandbox/stripe/payments/drafts.ts'
import type { PaymentDetails } from '#sandbox/stripe/payments/payment-method.ts'
import { passesLuhn, spacedNumber, testAccounts, testCards } from '#sandbox/stripe/payments/test-cards.ts'
import { writtenEmailAddress } from '#shared/email-address.ts'

const field = z
	.string()
	.max(500)
	.default('')
	.transform((value) => value.trim())

/** The countries of billing addresses that the page offers. Stripe’s offers every country. */
export const billingCountries = ['GB', 'IE', 'FR', 'DE', 'US'] as const

/** The form of the checkout page. `fill` is set by the buttons that fill in a test card. */
export const paymentFormSchema = z.object({
	method: z.enum(['card', 'bank']).default('card'),
	email: field,
	card: field,
	expiry: field,
	cvc: field,
	name: field,
	/** The country of the billing address. */
	country: z.enum(billingCountries).default('GB'),
	sort_code: field,
	account_number: field,
	terms: z.string().optional(),
	fill: z.string().optional(),
	promotion_code: field,
	/** Set by the button beside the promotion code. */
	code: z.enum(['apply', 'remove']).optional(),
})

export type PaymentForm = z.infer<typeof paymentFormSchema>
export type FieldName =
	| 'email'
	| 'card'
	| 'expiry'
	| 'cvc'
	| 'name'
	| 'sort_code'
	| 'account_number'
	| 'terms'
	| 'promotion_code'
export type FieldErrors = Partial<Record<FieldName, string>>

/** `details` is undefined if there is nothing to pay. */
export type CheckedForm =
	| { ok: true; buyer: Buyer; details: PaymentDetails | undefined }
	| { ok: false; errors: FieldErrors }

export function checkForm(form: PaymentForm, checkoutSession: StoredCheckoutSession, now: Date): CheckedForm {
	const errors: FieldErrors = {}
	const email = checkoutSession.customer_email ?? form.email
	if (!writtenEmailAddress().safeParse(email).success)
		errors.email = email === '' ? 'Enter your email address.' : "This isn't a complete email address."
	const details =
		checkoutSession.amount_total === 0
			? undefined
			: form.method === 'bank'
				? checkBank(form, errors)
				: checkCard(form, errors, now)
	if (checkoutSession.amount_total !== 0 && form.name === '')
		errors.name = form.method === 'bank' ? 'Enter the name on the account.' : 'Enter the name on the card.'
	const consented = form.terms !== undefined
	if (!consented && checkoutSession.consent_collection?.terms_of_service === 'required')
		errors.terms = 'Tick this box to continue.'
	if (Object.keys(errors).length > 0) return { ok: false, errors }
	return { ok: true, buyer: { email, name: form.name, country: form.country, consented }, details }
}

function checkCard(form: PaymentForm, errors: FieldErrors, now: Date): PaymentDetails | undefined {
	const number = form.card.replace(/[\s-]/g, '')
	const known = testCards.find((card) => card.number === number)
	if (number === '') errors.card = 'Enter a card number.'
	else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
		errors.card = "This card number isn't valid. Check each digit."
	else if (known === undefined) errors.card = 'Only test cards work here. Use one from the list below.'
	const expiry = readExpiry(form.expiry)
	if (expiry === undefined)
		errors.expiry =
			form.expiry === ''
				? 'Enter the expiry date.'
				: 'Enter the expiry date as month and year, such as 12 / 34.'
	else if (endOfMonth(expiry) <= now) errors.expiry = 'This card has expired.'
	if (!/^\d{3,4}$/.test(form.cvc))
		errors.cvc = form.cvc === '' ? 'Enter the security code.' : 'The security code has three or four digits.'
	if (known === undefined || expiry === undefined) return undefined
	return {
		type: 'card',
		last4: number.slice(-4),
		expMonth: expiry.month,
		expYear: expiry.year,
		country: known.country ?? 'GB',
		behaviour: known.behaviour,
	}
}

function checkBank(form: PaymentForm, errors: FieldErrors): PaymentDetails | undefined {
	const sortCode = form.sort_code.replace(/[\s-]/g, '')
	const account = testAccounts.find((each) => each.accountNumber === form.account_number)
	if (!/^\d{6}$/.test(sortCode)) errors.sort_code = 'The sort code has six digits.'
	else if (testAccounts.every((each) => each.sortCode !== sortCode))
		errors.sort_code = 'Only the test sort code works here.'
	if (!/^\d{8}$/.test(form.account_number)) errors.account_number = 'The account number has eight digits.'
	else if (account === undefined)
		errors.account_number = 'Only test accounts work here. Use one from the list below.'
	if (account === undefined) return undefined
	return { type: 'bacs_debit', last4: account.accountNumber.slice(-4), sortCode, succeeds: account.succeeds }
}

/** Reads an expiry date. `12 / 34`, `1234` and `12/2034` all mean December 2034. */
function readExpiry(text: string): { month: number; year: number } | undefined {
	const [, month, year] = /^(0?[1-9]|1[0-2])\s*[/\-\s]?\s*((?:20)?\d{2})$/.exec(text) ?? []
	if (month === undefined || year === undefined) return undefined
	return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

function endOfMonth({ month, year }: { month: number; year: number }): Date {
	return new Date(Date.UTC(year, month, 1))
}

/** Fills in a test card or account. Does not tick the consent box, which is left to the buyer. */
export function filledIn(form: PaymentForm, fill: string, now: Date): PaymentForm {
	const name = form.name || 'Sam Taylor'
	const email = form.email || 'sam@example.com'
	const account = testAccounts.find((each) => each.alias === fill)
	if (account !== undefined)
		return {
			...form,
			method: 'bank',
			sort_code: account.sortCode,
			account_number: account.accountNumber,
			name,
			email,
		}
	const card = testCards.find((each) => each.alias === fill)
	if (card === undefined) return form
	return {
		...form,
		method: 'card',
		card: spacedNumber(card.number),
		expiry: `12 / ${(now.getUTCFullYear() + 5) % 100}`,
		cvc: '123',
		name,
		email,
	}
}
