import type Stripe from 'stripe'
import { guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

/** The form as a buyer with a valid card fills it in. */
export const goodCard = {
	card: '4242 4242 4242 4242',
	expiry: '12 / 34',
	cvc: '123',
	name: 'Sam Taylor',
	terms: 'yes',
}

/** The checkout page, as a buyer uses it. */
export interface HostedPage {
	openCheckoutSession(changes?: object): Promise<string>
	pageOf(checkoutSessionId: string): Promise<string>
	/** Presses Pay. Returns the response, which is the page or a redirect. */
	pressPay(
		checkoutSessionId: string,
		fields: Record<string, string>,
	): Promise<{ status: number; location: string | null; page: string }>
	stateOf(checkoutSessionId: string): Promise<Stripe.Checkout.Session>
}

/** Makes the page for a sandbox. Takes a function, because the sandbox exists only once the tests run. */
export function hostedPage(sandbox: () => TestSandbox): HostedPage {
	return {
		openCheckoutSession: async (changes = {}) =>
			(await sandbox().stripe.checkout.sessions.create({ ...guideParams(), ...changes })).id,
		pageOf: async (checkoutSessionId) =>
			await (await sandbox().send('GET', `/checkout/${checkoutSessionId}`)).text(),
		pressPay: async (checkoutSessionId, fields) => {
			const response = await sandbox().submit(`/checkout/${checkoutSessionId}`, fields)
			return {
				status: response.status,
				location: response.headers.get('location'),
				page: await response.text(),
			}
		},
		stateOf: (checkoutSessionId) =>
			sandbox().stripe.checkout.sessions.retrieve(checkoutSessionId, { expand: ['payment_intent'] }),
	}
}
