import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSandbox, guideParams, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
	sandbox = await createTestSandbox()
})
afterAll(() => sandbox.stop())

const path = '/stripe/promotion-codes'
const listed = async () => await (await sandbox.send('GET', path)).text()

test('a code made on the page is listed, reduces the price and is shown as used up', async () => {
	expect(await listed()).toContain('None yet.')
	const made = await sandbox.submit(path, { code: 'FRESHERS20', percentOff: '20', penceOff: '', most: '1' })
	expect(made.headers.get('location')).toBe(path)
	const page = await listed()
	for (const words of ['FRESHERS20', '20 %', '0 of 1', 'can be used']) expect(page).toContain(words)
	const { id } = await sandbox.stripe.checkout.sessions.create({
		...guideParams(),
		allow_promotion_codes: true,
	})
	await sandbox.pay(id, { promotionCode: 'FRESHERS20' })
	expect(await sandbox.stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 1199 })
	for (const words of ['1 of 1', 'cannot be used']) expect(await listed()).toContain(words)
})

test.each([
	['no text', { percentOff: '10' }, 400],
	['a space in it', { code: 'TWO WORDS', percentOff: '10' }, 400],
	['no discount', { code: 'NOTHING' }, 400],
	['both a percentage and an amount off', { code: 'BOTH', percentOff: '10', penceOff: '100' }, 400],
	['more than 100 per cent off', { code: 'MORE', percentOff: '101' }, 400],
])('a code with %s is refused', async (_name, fields, status) => {
	expect((await sandbox.submit(path, fields)).status).toBe(status)
})

test('rejects a second active code with the same text', async () => {
	expect((await sandbox.submit(path, { code: 'POUND', penceOff: '100' })).status).toBe(303)
	expect((await sandbox.submit(path, { code: 'pound', penceOff: '200' })).status).toBe(409)
})
