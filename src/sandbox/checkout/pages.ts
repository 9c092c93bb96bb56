import { html } from 'hono/html'
import type Stripe from 'stripe'
import { consentField, countryField, methodChoice, textField } from '#sandbox/checkout/fields.ts'
import type { FieldErrors, PaymentForm } from '#sandbox/checkout/payment-form.ts'
import { formatAmount, type Html, page } from '#sandbox/pages/layout.ts'
import type { StoredCheckoutSession, StoredLineItem } from '#sandbox/stripe/objects/kinds.ts'
import { spacedNumber, testAccounts, testCards } from '#sandbox/stripe/payments/test-cards.ts'

const seller = 'Headstart'
const testMode = html`<header class="test-mode">Test mode: no real card is charged</header>`

interface CheckoutPageOptions {
	checkoutSession: StoredCheckoutSession
	items: readonly { item: StoredLineItem; product: Stripe.Product | undefined }[]
	form: PaymentForm
	errors: FieldErrors
	/** The promotion code that is applied. */
	code: string | undefined
	/** Why the last attempt to pay failed, in words for the buyer. */
	failure: string | undefined
}

export function checkoutPage({
	checkoutSession,
	items,
	form,
	errors,
	code,
	failure,
}: CheckoutPageOptions): Html {
	const total = formatAmount(checkoutSession.amount_total ?? 0, checkoutSession.currency ?? '')
	const failed = failure !== undefined || Object.keys(errors).length > 0
	return page({
		menu: false,
		title: `${failed ? 'Error: ' : ''}Pay ${seller} ${total}`,
		body: html`${testMode}<main class="checkout">
<section class="order" aria-labelledby="order">
<h1 id="order">Pay ${seller}</h1>
<p class="total amount">${total}</p>
${checkoutSession.managed_payments?.enabled === true ? html`<p class="small soft">Sold through Link, the merchant of record</p>` : ''}
<ul>${items.map(({ item, product }) => html`<li>${picture(product)}<span>${item.description}${item.quantity === 1 ? '' : ` × ${item.quantity}`}${product?.description ? html`<br><span class="small soft">${product.description}</span>` : ''}</span><span class="amount">${formatAmount(item.amount_subtotal, item.currency)}</span></li>`)}</ul>
${discountLine(checkoutSession, code)}
${checkoutSession.cancel_url === null ? '' : html`<p><a href="${checkoutSession.cancel_url}">Cancel and go back to ${seller}</a></p>`}
</section>
<form method="post" action="/checkout/${checkoutSession.id}" novalidate id="details" aria-label="Payment">
${failed ? problems(errors, failure) : ''}
${emailPart(checkoutSession, form, errors)}
${checkoutSession.amount_total === 0 ? '' : paymentFields(checkoutSession, form, errors)}
${checkoutSession.consent_collection?.terms_of_service === 'required' ? consentField(withLinks(consentWording(checkoutSession)), form, errors) : ''}
${checkoutSession.custom_text.submit === null ? '' : html`<p class="small soft">${withLinks(checkoutSession.custom_text.submit.message)}</p>`}
<p><button class="main pay-button">${checkoutSession.amount_total === 0 ? 'Complete order' : `Pay ${total}`}</button></p>
${checkoutSession.custom_text.after_submit === null ? '' : html`<p class="small soft">${checkoutSession.custom_text.after_submit.message}</p>`}
${checkoutSession.allow_promotion_codes === true ? codePart(form, errors, code) : ''}
</form>
${checkoutSession.amount_total === 0 ? '' : testPaymentMethods(checkoutSession)}
</main>`,
	})
}

function picture(product: Stripe.Product | undefined): Html | string {
	const [address] = product?.images ?? []
	return address === undefined ? '' : html`<img class="product" src="${address}" alt="">`
}

function discountLine(checkoutSession: StoredCheckoutSession, code: string | undefined): Html | string {
	if (code === undefined) return ''
	const off = checkoutSession.total_details?.amount_discount ?? 0
	return html`<p class="sum"><span>Promotion code ${code}</span><span class="amount">−${formatAmount(off, checkoutSession.currency ?? '')}</span></p>`
}

/** Renders the promotion code. Its buttons come after Pay in the HTML, so that Enter in a field presses Pay. */
function codePart(form: PaymentForm, errors: FieldErrors, code: string | undefined): Html {
	if (code !== undefined)
		return html`<div class="row"><span>Promotion code <strong>${code}</strong> is applied.</span><button name="code" value="remove">Remove</button></div>`
	const field = textField({
		name: 'promotion_code',
		label: 'Promotion code',
		value: form.promotion_code,
		errors,
		autocomplete: 'off',
	})
	return html`${field}<div class="row"><button name="code" value="apply">Apply</button></div>`
}

/** Returns the wording that the shop gave for the Checkout Session, or a standard one. */
function consentWording(checkoutSession: StoredCheckoutSession): string {
	return (
		checkoutSession.custom_text.terms_of_service_acceptance?.message ??
		`I agree to ${seller}'s terms of service.`
	)
}

/** Renders a text of the shop's with its Markdown links. */
function withLinks(message: string): Html {
	const parts = message.split(/(\[[^\]]+\]\(https?:[^)\s]+\))/).map((part) => {
		const [, words, address] = /^\[([^\]]+)\]\((https?:[^)\s]+)\)$/.exec(part) ?? []
		return address === undefined ? part : html`<a href="${address}" target="_blank">${words}</a>`
	})
	return html`${parts}`
}

function problems(errors: FieldErrors, failure: string | undefined): Html {
	return html`<div class="alert" role="alert">
${failure === undefined ? html`<p><strong>You haven't paid yet.</strong> Please check:</p>` : html`<p><strong>${failure}</strong></p><p>Nothing was charged. Try again, or pay another way.</p>`}
${Object.keys(errors).length === 0 ? '' : html`<ul>${Object.entries(errors).map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}</ul>`}
</div>`
}

function emailPart(checkoutSession: StoredCheckoutSession, form: PaymentForm, errors: FieldErrors): Html {
	if (checkoutSession.customer_email === null)
		return textField({
			name: 'email',
			label: 'Email',
			type: 'email',
			value: form.email,
			errors,
			autocomplete: 'email',
		})
	return html`<dl class="facts"><dt>Email</dt><dd>${checkoutSession.customer_email}</dd></dl>`
}

function paymentFields(checkoutSession: StoredCheckoutSession, form: PaymentForm, errors: FieldErrors): Html {
	const both = takes(checkoutSession, 'card') && takes(checkoutSession, 'bacs_debit')
	return html`${both ? methodChoice(form.method) : html`<input type="hidden" name="method" value="${takes(checkoutSession, 'card') ? 'card' : 'bank'}">`}
${
	takes(checkoutSession, 'card')
		? html`<div class="fields-for-card">
${textField({ name: 'card', label: 'Card number', value: form.card, errors, autocomplete: 'cc-number', numeric: true, placeholder: '4242 4242 4242 4242' })}
<div class="pair">
${textField({ name: 'expiry', label: 'Expiry', value: form.expiry, errors, autocomplete: 'cc-exp', numeric: true, placeholder: 'MM / YY' })}
${textField({ name: 'cvc', label: 'Security code', value: form.cvc, errors, autocomplete: 'cc-csc', numeric: true, placeholder: 'CVC' })}
</div>
</div>`
		: ''
}
${
	takes(checkoutSession, 'bacs_debit')
		? html`<div class="fields-for-bank">
<div class="pair">
${textField({ name: 'sort_code', label: 'Sort code', value: form.sort_code, errors, autocomplete: 'off', numeric: true, placeholder: '108800' })}
${textField({ name: 'account_number', label: 'Account number', value: form.account_number, errors, autocomplete: 'off', numeric: true, placeholder: '00012345' })}
</div>
</div>`
		: ''
}
${textField({ name: 'name', label: both ? 'Name on the card or account' : 'Name', value: form.name, errors, autocomplete: 'cc-name' })}
${countryField(form.country)}`
}

function takes(checkoutSession: StoredCheckoutSession, type: 'card' | 'bacs_debit'): boolean {
	return checkoutSession.payment_method_types.includes(type)
}

/** Lists the test cards. Their buttons come after Pay in the HTML, so that Enter in a field presses Pay. */
function testPaymentMethods(checkoutSession: StoredCheckoutSession): Html {
	const fill = (alias: string, label: string) =>
		html`<button name="fill" value="${alias}" form="details" formaction="/checkout/${checkoutSession.id}#details" aria-label="Fill in: ${label}">Fill in</button>`
	return html`<section class="sheet" aria-labelledby="test-cards">
<h2 id="test-cards">Test cards and accounts</h2>
<ul class="cards">
${takes(checkoutSession, 'card') ? testCards.map((card) => html`<li><p><span class="number">${spacedNumber(card.number)}</span><br><span class="small soft">${card.what}</span></p>${fill(card.alias, card.what)}</li>`) : ''}
${takes(checkoutSession, 'bacs_debit') ? testAccounts.map((account) => html`<li><p><span class="number">${account.sortCode} ${account.accountNumber}</span><br><span class="small soft">Bank debit: ${account.what.toLowerCase()}</span></p>${fill(account.alias, `bank debit, ${account.what.toLowerCase()}`)}</li>`) : ''}
</ul>
<p class="small soft">Use any expiry date in the future and any security code.</p>
</section>`
}

export function challengePage(checkoutSession: StoredCheckoutSession): Html {
	const total = formatAmount(checkoutSession.amount_total ?? 0, checkoutSession.currency ?? '')
	return page({
		menu: false,
		title: 'Confirm with your bank',
		body: html`${testMode}<main class="narrow">
<div class="sheet">
<h1>Is this you?</h1>
<p>Your bank wants to know that it's really you (3-D Secure): <strong class="amount">${total}</strong> to ${seller}.</p>
<form method="post" action="/checkout/${checkoutSession.id}/challenge" class="row">
<button class="main" name="answer" value="complete">Yes, pay ${total}</button>
<button name="answer" value="fail">No, cancel the payment</button>
</form>
</div>
</main>`,
	})
}

export function closedPage(checkoutSession: StoredCheckoutSession, back: string): Html {
	const [title, text] = closedWords(checkoutSession)
	return page({
		menu: false,
		title,
		body: html`${testMode}<main class="narrow">
<div class="sheet">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button main" href="${back}">Back to ${seller}</a></p>
</div>
</main>`,
	})
}

function closedWords(checkoutSession: StoredCheckoutSession): [title: string, text: string] {
	if (checkoutSession.status === 'expired')
		return ['This checkout has expired', 'Nothing was charged. You can start again from the shop.']
	if (checkoutSession.payment_status === 'unpaid')
		return [
			'Waiting for your bank',
			'Your order is placed. We’ve asked the bank for the money. There’s nothing else for you to do.',
		]
	return ['This order is paid', "You won't be charged again."]
}

export function noCheckoutPage(shopUrl: string): Html {
	return page({
		menu: false,
		title: 'No such checkout',
		body: html`${testMode}<main class="narrow"><div class="sheet"><h1>No such checkout</h1><p>The address is incomplete, or belongs to another sandbox.</p><p><a class="button main" href="${shopUrl}">Back to ${seller}</a></p></div></main>`,
	})
}
