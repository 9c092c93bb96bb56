import { html } from 'hono/html'
import { tag, when } from '#sandbox/dashboard/parts.ts'
import { formatAmount, type Html, page } from '#sandbox/pages/layout.ts'
import type { Kinds, StoredPromotionCode } from '#sandbox/stripe/objects/kinds.ts'

export interface PromotionView {
	promotion: StoredPromotionCode
	coupon: Kinds['coupon'] | undefined
	isUsable: boolean
}

export function promotionsPage(views: readonly PromotionView[]): Html {
	return page({
		title: 'Promotion codes · Sandbox',
		body: html`<main>
<p><a href="/stripe">All payments</a></p>
<h1>Promotion codes</h1>
<p class="soft">The checkout page asks for a code while a code made in the shop’s admin can be used, or if you start the shop with <code>STRIPE_PROMOTION_CODES=true</code>.</p>
${views.length === 0 ? html`<p class="soft">None yet.</p>` : codeTable(views)}
<form method="post" action="/stripe/promotion-codes" class="sheet">
<h2>New code</h2>
<div class="field"><label for="code">Code</label><input id="code" name="code" required pattern="[A-Za-z0-9\-]{1,40}" maxlength="40" autocomplete="off"></div>
<div class="field"><label for="percentOff">Per cent off</label><input id="percentOff" name="percentOff" type="number" min="1" max="100"></div>
<div class="field"><label for="penceOff">Or pence off</label><input id="penceOff" name="penceOff" type="number" min="1"></div>
<div class="field"><label for="most">Maximum number of uses (leave empty for no limit)</label><input id="most" name="most" type="number" min="1"></div>
<button class="main">Create code</button>
</form>
</main>`,
	})
}

function codeTable(views: readonly PromotionView[]): Html {
	return html`<div class="table-frame"><table>
<thead><tr><th scope="col">Code</th><th scope="col">Discount</th><th scope="col">Used</th><th scope="col">Created</th><th scope="col">State</th></tr></thead>
<tbody>${views.map(
		({ promotion, coupon, isUsable }) => html`<tr>
<td><code>${promotion.code}</code></td>
<td>${takesOff(coupon)}</td>
<td>${promotion.times_redeemed}${promotion.max_redemptions === null ? '' : ` of ${promotion.max_redemptions}`}</td>
<td>${when(promotion.created)}</td>
<td>${isUsable ? tag('can be used', 'good') : tag('cannot be used', 'wrong')}</td>
</tr>`,
	)}</tbody></table></div>`
}

function takesOff(coupon: Kinds['coupon'] | undefined): string {
	if (coupon === undefined) return 'nothing'
	return coupon.percent_off === null
		? formatAmount(coupon.amount_off ?? 0, coupon.currency ?? '')
		: `${coupon.percent_off} %`
}
