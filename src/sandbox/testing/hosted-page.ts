import type Stripe from 'stripe'
import { guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

/** What a buyer fills in who has a card that pays. */
export const goodCard = {
	card: '4242 4242 4242 4242',
	expiry: '12 / 34',
	cvc: '123',
	name: 'Sam Taylor',
	terms: 'yes',
}

/** The hosted page as a buyer meets it. */
export interface HostedPage {
	openSession(changes?: object): Promise<string>
	pageOf(session: string): Promise<string>
	/** Presses Pay; what is answered is either a page again, or the way on. */
	pressPay(
		session: string,
		fields: Record<string, string>,
	): Promise<{ status: number; location: string | null; page: string }>
	stateOf(session: string): Promise<Stripe.Checkout.Session>
}

/** `sandbox` is asked each time: it is there only once the tests run. */
export function hostedPage(sandbox: () => TestSandbox): HostedPage {
	return {
		openSession: async (changes = {}) =>
			(await sandbox().stripe.checkout.sessions.create({ ...guideParams(), ...changes })).id,
		pageOf: async (session) => await (await sandbox().send('GET', `/checkout/${session}`)).text(),
		pressPay: async (session, fields) => {
			const response = await sandbox().submit(`/checkout/${session}`, fields)
			return {
				status: response.status,
				location: response.headers.get('location'),
				page: await response.text(),
			}
		},
		stateOf: (session) =>
			sandbox().stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent'] }),
	}
}
