import type Stripe from 'stripe'

/** The version of the API that the sandbox implements: the one the SDK was built for. */
export const apiVersion = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION
