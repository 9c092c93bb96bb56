/** One permission of a restricted key, by the name that Stripe's errors use. */
interface StripePermission {
	name: string
	/** Its name on the page for restricted keys in the dashboard. */
	inDashboard: string
	/** Whether the shop needs it to sell. The others are for the doctor, answers to disputes, the fees and payouts in the books, and discount codes. */
	sells: boolean
}

/**
 * The permissions of a restricted key (https://docs.stripe.com/keys/permissions-reference). Stripe counts refunds as charges. A
 * write permission includes reading.
 */
export const neededPermissions: readonly StripePermission[] = [
	{ name: 'rak_checkout_session_write', inDashboard: 'Checkout Sessions: Write', sells: true },
	{ name: 'rak_charge_write', inDashboard: 'Charges and Refunds: Write', sells: true },
	{ name: 'rak_dispute_read', inDashboard: 'Disputes: Read', sells: true },
	{ name: 'rak_dispute_write', inDashboard: 'Disputes: Write', sells: false },
	{
		name: 'rak_balance_transaction_source_read',
		inDashboard: 'Balance Transaction Sources: Read',
		sells: false,
	},
	{ name: 'rak_payout_read', inDashboard: 'Payouts: Read', sells: false },
	{ name: 'rak_event_read', inDashboard: 'Events: Read', sells: false },
	{ name: 'rak_webhook_read', inDashboard: 'Webhook Endpoints: Read', sells: false },
	{ name: 'rak_coupon_write', inDashboard: 'Coupons: Write', sells: false },
	{ name: 'rak_promotion_code_write', inDashboard: 'Promotion Codes: Write', sells: false },
	{ name: 'rak_product_write', inDashboard: 'Products: Write', sells: false },
	{ name: 'rak_plan_read', inDashboard: 'Prices: Read', sells: false },
]
