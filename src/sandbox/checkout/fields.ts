import { html } from 'hono/html'
import {
	billingCountries,
	type FieldErrors,
	type FieldName,
	type PaymentForm,
} from '#sandbox/checkout/payment-form.ts'
import type { Html } from '#sandbox/pages/layout.ts'
import { countryName } from '#shared/countries.ts'

interface TextFieldOptions {
	name: Exclude<FieldName, 'terms'>
	label: string
	value: string
	errors: FieldErrors
	autocomplete: string
	type?: 'text' | 'email'
	numeric?: boolean
	placeholder?: string
}

/** Renders an input with its label, and links its error for screen readers. */
export function textField({
	name,
	label,
	value,
	errors,
	autocomplete,
	type = 'text',
	numeric = false,
	placeholder,
}: TextFieldOptions): Html {
	const error = errors[name]
	return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${numeric ? html` inputmode="numeric"` : ''}${placeholder === undefined ? '' : html` placeholder="${placeholder}"`}${errorAttributes(name, error)}>
${errorText(name, error)}
</div>`
}

export function consentField(wording: Html, form: PaymentForm, errors: FieldErrors): Html {
	return html`<div class="check">
<input id="terms" name="terms" type="checkbox" value="yes"${form.terms === undefined ? '' : html` checked`}${errorAttributes('terms', errors.terms)}>
<label for="terms">${wording}</label>
${errorText('terms', errors.terms)}
</div>`
}

/** Offers the country of the billing address. */
export function countryField(chosen: PaymentForm['country']): Html {
	const options = billingCountries.map(
		(code) =>
			html`<option value="${code}"${code === chosen ? html` selected` : ''}>${countryName(code)}</option>`,
	)
	return html`<div class="field">
<label for="country">Country or region</label>
<select id="country" name="country" autocomplete="billing country">${options}</select>
</div>`
}

/** Offers a card or a bank account. The stylesheet shows only the fields of the one that is chosen. */
export function methodChoice(chosen: PaymentForm['method']): Html {
	const choice = (value: PaymentForm['method'], label: string) =>
		html`<span><input id="method-${value}" type="radio" name="method" value="${value}"${chosen === value ? html` checked` : ''}><label for="method-${value}">${label}</label></span>`
	return html`<fieldset><legend>Pay with</legend><div class="methods">${choice('card', 'Card')}${choice('bank', 'Bank debit')}</div></fieldset>`
}

function errorAttributes(name: FieldName, error: string | undefined): Html | string {
	return error === undefined ? '' : html` aria-invalid="true" aria-describedby="${name}-error"`
}

function errorText(name: FieldName, error: string | undefined): Html | string {
	return error === undefined ? '' : html`<p class="field-error" id="${name}-error">${error}</p>`
}
