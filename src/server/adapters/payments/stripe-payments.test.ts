import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAll } from '#server/adapters/payments/list-all.ts'
import type { ProviderCalls } from '#server/adapters/payments/provider-calls.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'

const webhookSecret = 'whsec_of_this_test'
const now = new Date('2030-01-01T12:00:00Z')
const seconds = now.getTime() / 1000
const paymentsBy = (secretKey: string) =>
	createStripePayments({
		secretKey,
		webhookSecret,
		siteUrl: 'https://shop.test',
		checkout: defaultMoneySettings,
		callsPerSecond: 20,
		clock: { now: () => now },
	})
const payments = paymentsBy('sk_test_unused')

const event = {
	id: 'evt_1',
	type: 'checkout.session.completed',
	created: seconds,
	livemode: false,
	data: { object: { name: 'Zoë €' } },
}
const body = JSON.stringify(event)

/** Returns the signature header as Stripe makes it: https://docs.stripe.com/webhooks#verify-manually */
function signature({ at = seconds, secret = webhookSecret, of = body } = {}): string {
	return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${of}`).digest('hex')}`
}

const verify = (header: string, sent = body) => payments.verifyEvent(Buffer.from(sent), header)

test('accepts an event signed with our secret at most five minutes ago or ahead', () => {
	for (const at of [seconds, seconds - 300, seconds + 300])
		expect(verify(signature({ at }))).toEqual({
			id: event.id,
			type: event.type,
			isOfOtherMode: false,
			payload: event,
		})
})

test.each([
	['sk_test_x', false],
	['rk_test_x', false],
	['sk_test_sandbox_x', false],
	['sk_live_x', true],
	['rk_live_x', true],
])('with the key %s, events belong to the shop’s mode only if their livemode is %s', (key, isLive) => {
	for (const livemode of [true, false]) {
		const sent = JSON.stringify({ ...event, livemode })
		const { isOfOtherMode } = paymentsBy(key).verifyEvent(Buffer.from(sent), signature({ of: sent }))
		expect(isOfOtherMode).toBe(livemode !== isLive)
	}
})

test('while the webhook secret is being replaced, one valid signature among several is enough', () => {
	const [time, right] = signature().split(',')
	const [, wrong] = signature({ secret: 'whsec_old' }).split(',')
	expect(verify(`${time},${wrong},${right},v0=abc`).id).toBe(event.id)
})

test.each([
	['another secret', signature({ secret: 'whsec_another' }), body],
	['a changed body', signature(), body.replace('evt_1', 'evt_2')],
	['a body with one more space', signature(), `${body} `],
	['a time five minutes and a second ago', signature({ at: seconds - 301 }), body],
	['a time five minutes and a second ahead', signature({ at: seconds + 301 }), body],
	['a time far in the future', signature({ at: seconds * 2 }), body],
	[
		'a later time than the one that was signed',
		signature({ at: seconds - 1000 }).replace(/t=\d+/, `t=${seconds}`),
		body,
	],
	[
		'two times, of which we might read one and the SDK the other',
		`t=1,${signature({ at: seconds * 2 })}`,
		body,
	],
	['no time', signature().replace(/t=\d+,/, ''), body],
	['a time that is not a number', signature().replace(/t=\d+/, 't=now'), body],
	['a signature of the old scheme v0', signature().replace('v1=', 'v0='), body],
	['no signature', `t=${seconds}`, body],
	['an empty header', '', body],
])('an event with %s is refused', (_name, header, sent) => {
	expect(() => verify(header, sent)).toThrow(
		expect.objectContaining({ code: 'invalid_signature', status: 400 }),
	)
})

test.each([
	['a NUL', 'Zoë\\u0000', 'Zoë\ufffd'],
	['half of a surrogate pair', 'Zoë\\ud83d', 'Zoë\ufffd'],
	['the six characters that escape a NUL', 'Zoë\\\\u0000', 'Zoë\\u0000'],
])('an event with %s is read, and all of it can be stored by PostgreSQL', (_name, written, read) => {
	for (const at of ['Zoë', 'name']) {
		const sent = body.replace(at, at === 'Zoë' ? written : written.replace('Zoë', at))
		const expected = body.replace(
			at,
			JSON.stringify(at === 'Zoë' ? read : read.replace('Zoë', at)).slice(1, -1),
		)
		expect(verify(signature({ of: sent }), sent).payload).toEqual(JSON.parse(expected))
	}
})

test('a signed body that is not an event is refused', () => {
	for (const sent of [
		'{}',
		'[]',
		'null',
		'',
		'{"id":',
		JSON.stringify({ ...event, id: 'ch_1' }),
		JSON.stringify({ ...event, livemode: 'yes' }),
	])
		expect(() => verify(signature({ of: sent }), sent), sent).toThrow()
})

const calls: ProviderCalls = { run: (work) => work({ timeout: 1_000 }) }

test('a list is read page by page to the end, without gaps', async () => {
	const charges = Array.from({ length: 250 }, (_, index) => ({ id: `ch_${index}` }))
	const asked: (string | undefined)[] = []
	const list = async ({ limit, starting_after }: { limit: number; starting_after?: string }) => {
		asked.push(starting_after)
		const from = charges.findIndex(({ id }) => id === starting_after) + 1
		return { data: charges.slice(from, from + limit), has_more: from + limit < charges.length }
	}
	const read: { id: string }[] = []
	for await (const charge of listAll(calls, list)) read.push(charge)
	expect(read).toEqual(charges)
	expect(asked).toEqual([undefined, 'ch_99', 'ch_199'])
})
