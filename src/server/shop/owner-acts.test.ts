import { expect, test } from 'vitest'
import { carryOut } from './owner-acts.ts'

test('an act that never runs its recorded transaction fails', async () => {
	const asServer = async () => Promise.reject(new Error('no transaction'))
	const ada = { command: 'refund', by: 'Ada' }
	await expect(
		carryOut({ asServer }, { will: ['Refunds it.'], executeInSteps: async () => null }, ada),
	).rejects.toThrow('without a record')
	expect(await carryOut({ asServer }, { will: [], answer: 5 }, ada)).toBe(5)
})
