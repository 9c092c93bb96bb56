import type { PlantedBug } from '../planted-bug.ts'

export const paymentBugs: readonly PlantedBug[] = [
	{
		name: 'payments/first-page-only',
		file: 'src/server/adapters/payments/stripe-payments.ts',
		find: 'after = page.has_more ? page.data.at(-1)?.id : undefined',
		replace: 'after = undefined',
		why: 'The daily comparison and the audit only see the newest hundred payments.',
		noticedBy: ['src/server/adapters/payments/stripe-payments.test.ts'],
	},
	{
		name: 'payments/failed-connection-cached',
		file: 'src/server/adapters/payments/stripe-payments.ts',
		find: '				.finally(() => opening.delete(idempotencyKey))\n',
		replace: '',
		why: 'After one failure every attempt fails until the server is restarted.',
		noticedBy: ['src/server/apis/functions/create-payment.test.ts'],
	},
	{
		name: 'payments/prices-in-the-buyers-currency',
		file: 'src/server/adapters/payments/session-parameters.ts',
		find: '		adaptive_pricing: { enabled: false },\n',
		replace: '',
		why: 'Buyers abroad pay in their own currency, and all their purchases are put on hold.',
		noticedBy: ['src/server/apis/functions/payment-limits.test.ts'],
	},
	{
		name: 'payments/vat-on-top',
		file: 'src/server/adapters/payments/session-parameters.ts',
		find: "tax_behavior: 'inclusive' as const",
		replace: "tax_behavior: 'exclusive' as const",
		why: 'Buyers are charged more than the price they were shown.',
		noticedBy: ['src/server/apis/functions/promotion-codes.test.ts'],
	},
	{
		name: 'payments/payers-email-stored',
		file: 'src/server/adapters/payments/stripe-events.ts',
		find: "	'receipt_email',\n",
		replace: '',
		why: 'The email addresses of payers stay in stored events after their accounts are deleted.',
		noticedBy: ['src/server/adapters/payments/stripe-events.test.ts'],
	},
	{
		name: 'payments/waiting-jobs-block-buyers',
		file: 'src/server/adapters/payments/provider-calls.ts',
		find: 'queue.sizeBy({ priority }) >= mostWaiting',
		replace: 'queue.size >= mostWaiting',
		why: 'While fifty jobs are waiting, nobody can buy anything.',
		noticedBy: ['src/server/adapters/payments/provider-calls.test.ts'],
	},
]
