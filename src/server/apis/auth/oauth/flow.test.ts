import { expect, test } from 'vitest'
import { createFlows, type Flow, flowSeconds } from '#server/apis/auth/oauth/flow.ts'

const flow: Flow = {
	provider: 'google',
	nonce: 'nonce',
	verifier: 'verifier',
	browser: 'browser',
	redirectTo: 'https://shop.test/free',
	challenge: null,
	linkTo: null,
}
const [oldKey, newKey] = ['o'.repeat(32), 'n'.repeat(32)]
const start = new Date('2026-11-22T12:00:00Z')

function flowsWith(encryptionKeys: readonly [string, ...string[]], secondsLater = 0) {
	const now = new Date(start.getTime() + secondsLater * 1_000)
	return createFlows({ encryptionKeys, clock: { now: () => now } })
}

test('a flow can still finish after the encryption key is replaced, until the flow expires', async () => {
	const state = await flowsWith([oldKey]).seal(flow)
	expect(await flowsWith([newKey, oldKey]).open(state)).toEqual(flow)
	expect(await flowsWith([newKey, oldKey], flowSeconds + 1).open(state)).toBe('expired')
	expect(await flowsWith([newKey]).open(state)).toBeUndefined()
	// New flows are sealed with the new key.
	const after = await flowsWith([newKey, oldKey]).seal(flow)
	expect(await flowsWith([newKey]).open(after)).toEqual(flow)
	expect(await flowsWith([oldKey]).open(after)).toBeUndefined()
})
