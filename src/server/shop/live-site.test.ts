import { expect, test } from 'vitest'
import { quarantinedPayments } from '#server/shop/live-site.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

test('quarantine passes on only the functions that send nothing to the provider, and leaves out any new function', () => {
	const passed = ['pageOf', 'readEvent', 'verifyEvent']
	const provider = { ...world.payments, chargeAgain: async () => undefined }
	const quarantined = new Map(
		Object.entries(quarantinedPayments(provider, { says: 'a copy', todo: 'Resume.' })),
	)
	const same = Object.entries(provider).filter(([name, method]) => quarantined.get(name) === method)
	expect(same.map(([name]) => name).sort()).toEqual(passed)
	expect([...quarantined.keys()].sort()).toEqual([...Object.keys(world.payments), 'closedBecause'].sort())
})
