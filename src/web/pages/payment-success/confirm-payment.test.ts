import { expect, test } from 'vitest'
import { readConfirmation } from './confirm-payment.ts'

test('a completed purchase is completed', () => {
	expect(readConfirmation({ status: 'completed', purchaseId: 'x' })).toEqual({ kind: 'completed' })
})

test('a payment that is not confirmed yet is asked for again', () => {
	expect(readConfirmation({ status: 'pending' })).toEqual({ kind: 'pending', failure: null })
})

test.each(['held', 'failed', 'expired', 'duplicate', 'refunded', 'disputed'])(
	'%s is an end the page explains',
	(status) => {
		expect(readConfirmation({ status })).toEqual({ kind: 'ended', ending: status })
	},
)

test.each([null, 'completed', {}, { status: 'COMPLETED' }, { status: 'constructor' }, []])(
	'%j is never taken for a payment',
	(body) => {
		expect(readConfirmation(body)).toBeNull()
	},
)
