import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Rule {
	/** What the law, or a standard that buyers ask for, wants of the shop. */
	law: string
	/** Whether the shop does it, an owner decides it, or it doesn't concern what the shop sells. */
	is: 'holds' | 'owner’s choice' | 'not concerned'
	/** The tests, pages and places in the admin that show it: a file, and words in it. */
	shownBy: readonly (readonly [file: string, words: string])[]
}

const terms = 'catalogue/pages/terms.ts'
const refunds = 'catalogue/pages/refunds.ts'
const privacy = 'catalogue/pages/privacy.ts'
const whereWeSell = 'src/server/shop/where-we-sell.test.ts'
const whereInAdmin = 'src/admin/pages/settings/where-we-sell.tsx'
const requests = 'src/server/features/requests/requests.test.ts'

/** What the shop is held to. It is no legal advice: the admin says which answers need a solicitor or an accountant. */
const rules: Readonly<Record<number, Rule>> = {
	1: {
		law: 'The right to cancel a download ends only by consent and acknowledgement, confirmed on a durable medium',
		is: 'holds',
		shownBy: [['src/server/shop/send-receipt.test.ts', 'the date and the buyer’s consent']],
	},
	2: {
		law: 'The confirmation has all information of Schedule 2, not only a link to it',
		is: 'holds',
		shownBy: [
			[
				'src/server/shop/receipt-mail.test.ts',
				'says what the files are, what opens them, and has the terms with it',
			],
			['src/server/shop/send-receipt.test.ts', 'has the terms of the day of the sale with it'],
		],
	},
	3: {
		law: 'Buyers accept the terms, not only the delivery',
		is: 'holds',
		shownBy: [['src/server/adapters/payments/checkout-session-parameters.test.ts', 'guides links the terms']],
	},
	4: {
		law: 'Where the right to cancel exists, its conditions and the model form are given',
		is: 'holds',
		shownBy: [
			[refunds, 'Your right to cancel'],
			[requests, 'a payment on its way can be cancelled'],
			[requests, 'a payment on hold can be cancelled'],
		],
	},
	5: {
		law: 'EU: a function to withdraw, in two steps, with a confirmation that has content, date and time',
		is: 'holds',
		shownBy: [
			['e2e/refund-request.spec.ts', 'in two presses, with a confirmation by email'],
			['e2e/refund-request.spec.ts', 'who is signed out gets the money back by an emailed link'],
			[requests, 'with a confirmation to the second'],
		],
	},
	6: {
		law: 'EU: the order button says that it obliges to pay',
		is: 'holds',
		shownBy: [['e2e/where-we-sell.spec.ts', 'name: /^Pay/']],
	},
	7: {
		law: 'E-books are zero-rated in the UK, but not what is mostly for completing',
		is: 'owner’s choice',
		shownBy: [
			['src/server/features/prices/vat-rate.test.ts', 'a zero-rated guide has no VAT in receipts'],
			['src/admin/pages/product/price.tsx', 'Tax it as an e-book'],
		],
	},
	8: {
		law: 'A guide with templates is one supply or several',
		is: 'owner’s choice',
		shownBy: [
			['src/server/features/prices/plan-vat-rate.ts', 'is a question for your accountant'],
			['src/server/features/prices/vat-rate.test.ts', 'a bundle with a zero-rated guide'],
		],
	},
	9: {
		law: 'UK VAT from £90,000 in twelve months, zero-rated sales included',
		is: 'holds',
		shownBy: [['src/server/features/sales/turnover.test.ts', 'is emailed once at 80, at 95']],
	},
	10: {
		law: 'VAT of the buyer’s country from the first sale to the EU, with proofs of place',
		is: 'holds',
		shownBy: [
			[whereWeSell, 'in the United Kingdom only until an owner decides'],
			[whereWeSell, 'a payment billed in %s with a card from %s is %s'],
			['src/server/features/sales/oss-return.test.ts', 'adds up to the books of its quarter'],
		],
	},
	11: {
		law: 'Stripe may sell as the merchant of record',
		is: 'owner’s choice',
		shownBy: [
			[whereInAdmin, 'Stripe is the merchant of record'],
			[whereWeSell, 'if Stripe sells to the European Union'],
		],
	},
	12: { law: 'Vouchers', is: 'not concerned', shownBy: [] },
	13: {
		law: 'Fake and incentivised reviews are banned, by a published policy',
		is: 'holds',
		shownBy: [[terms, 'Fake reviews are banned']],
	},
	14: {
		law: 'Testimonials are genuine, and their writers have agreed to them',
		is: 'holds',
		shownBy: [
			['src/server/features/products/products.test.ts', 'a testimonial needs its writer’s consent'],
			['src/server/features/pages/keep-pages.test.ts', 'is shown until it is withdrawn'],
		],
	},
	15: {
		law: 'The whole price is shown from the start',
		is: 'holds',
		shownBy: [['src/server/shop/fulfil.ts', 'The buyer has agreed to no charge on top of it']],
	},
	16: {
		law: 'No urgency and no former price that isn’t true',
		is: 'holds',
		shownBy: [['src/server/features/prices/plan-price.ts', 'without the old one beside it']],
	},
	17: { law: 'Subscriptions', is: 'not concerned', shownBy: [] },
	18: {
		law: 'Only bodies that are available to them are named for disputes',
		is: 'holds',
		shownBy: [[refunds, 'Citizens Advice']],
	},
	19: {
		law: 'Remedies for faulty digital content',
		is: 'holds',
		shownBy: [[refunds, 'When it is faulty']],
	},
	20: {
		law: 'Who sells, the language of the contract, how to correct input, whether the contract is filed',
		is: 'holds',
		shownBy: [
			[terms, 'Who you deal with'],
			[terms, 'The contract is in English. We keep it'],
		],
	},
	21: {
		law: 'An easy way to complain about data, acknowledged within 30 days, for everybody',
		is: 'holds',
		shownBy: [
			[privacy, 'If you have a complaint about your data'],
			['src/server/features/requests/data-requests.test.ts', 'waits for the owner with its due date'],
			[
				'src/server/features/requests/data-requests.test.ts',
				'somebody without an account asks by an emailed link',
			],
		],
	},
	22: {
		law: 'Statistics with information and a way to object',
		is: 'holds',
		shownBy: [[privacy, 'Counting page views']],
	},
	23: {
		law: 'Marketing by email only with consent, or a way to refuse at collection',
		is: 'holds',
		shownBy: [
			['src/server/features/reviews/review-requests.test.ts', 'is asked for a review of a guide once'],
		],
	},
	24: {
		law: 'EU: accessible shops and e-books, with a statement and facts about each guide',
		is: 'holds',
		shownBy: [['catalogue/pages/accessibility.ts', 'How accessible the guides are']],
	},
	25: {
		law: 'Universities buy by WCAG 2.2 AA, with a statement of the supplier',
		is: 'holds',
		shownBy: [['catalogue/pages/accessibility.ts', 'For universities']],
	},
	26: {
		law: 'Children are likely visitors',
		is: 'holds',
		shownBy: [[terms, 'If you’re under 18']],
	},
	27: { law: 'EU: the notice about the legal guarantee, for goods', is: 'not concerned', shownBy: [] },
	28: {
		law: 'Comments on the shop’s own content are exempt from the Online Safety Act',
		is: 'holds',
		shownBy: [[terms, 'If you have a guide, you can review it']],
	},
}

test.each(Object.entries(rules))('rule %s of the law is shown where it says', (_number, { is, shownBy }) => {
	expect(shownBy.length > 0 || is === 'not concerned').toBe(true)
	for (const [file, words] of shownBy) expect(readFileSync(file, 'utf8'), file).toContain(words)
})
