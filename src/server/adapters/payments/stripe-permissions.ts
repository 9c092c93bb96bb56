/** One permission of a restricted key, by the name that Stripe's errors use. */
interface StripePermission {
	name: string
	/** Its name on the dashboard's page for restricted keys. */
	inDashboard: string
	/** Whether the shop itself needs it to sell; the doctor needs the others. */
	sells: boolean
}

/**
 * Everything a restricted key needs (https://docs.stripe.com/keys/permissions-reference). Refunds come under charges. The
 * doctor also reads products, which the permissions for Checkout Sessions and for prices include.
 */
export const neededPermissions: readonly StripePermission[] = [
	{ name: 'rak_checkout_session_write', inDashboard: 'Checkout Sessions: Write', sells: true },
	{ name: 'rak_charge_write', inDashboard: 'Charges and Refunds: Write', sells: true },
	{ name: 'rak_dispute_read', inDashboard: 'Disputes: Read', sells: true },
	{
		name: 'rak_balance_transaction_source_read',
		inDashboard: 'Balance Transaction Sources: Read',
		sells: false,
	},
	{ name: 'rak_event_read', inDashboard: 'Events: Read', sells: false },
	{ name: 'rak_webhook_read', inDashboard: 'Webhook Endpoints: Read', sells: false },
	{ name: 'rak_plan_read', inDashboard: 'Prices: Read', sells: false },
]
