import type Stripe from 'stripe'

/** The version of the API whose shapes the sandbox has: the one the SDK was made for. */
export const apiVersion = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION
