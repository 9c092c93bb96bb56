import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import { AppError } from '#server/platform/app-error.ts'

test.each([
	['an ASCII password', 'quiet-harbour', 1],
	['composed letters', 'Café-Zoë'.normalize('NFC'), 2],
	['letters with marks', 'Café-Zoë'.normalize('NFD'), 2],
	['a mixture', `Cafe\u0301-Zo\u00eb`, 3],
])('%s is compared as often for an unknown account as for a known one', async (_name, password, times) => {
	let comparisons = 0
	const passwords = createPasswordHasher({
		compare: async (...pair) => {
			comparisons += 1
			return await verify(...pair)
		},
	})
	const hashed = await passwords.hash('another', 'home')
	for (const stored of [null, hashed]) {
		comparisons = 0
		expect(await passwords.verify(stored, password, 'home')).toBe(false)
		expect(comparisons).toBe(times)
		expect(await passwords.verifyAndRenew(stored, password, 'home')).toEqual({
			fits: false,
			renewed: undefined,
		})
		expect(comparisons).toBe(2 * times)
	}
})

test('a hash is argon2id at the chosen cost, salted, and matches only its own password', async () => {
	const passwords = createPasswordHasher()
	const [first, second] = [
		await passwords.hash('quiet-harbour', 'home'),
		await passwords.hash('quiet-harbour', 'home'),
	]
	expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
	expect(first).not.toBe(second)
	expect(await passwords.verify(first, 'quiet-harbour', 'home')).toBe(true)
	expect(await passwords.verify(first, 'quiet-harbouR', 'home')).toBe(false)
	expect(await passwords.verify(null, 'quiet-harbour', 'home')).toBe(false)
})

test('a password counts in full, even beyond seventy-two bytes', async () => {
	const passwords = createPasswordHasher()
	const hashed = await passwords.hash(`${'é'.repeat(36)}a`, 'home')
	expect(await passwords.verify(hashed, `${'é'.repeat(36)}b`, 'home')).toBe(false)
	expect(await passwords.verify(hashed, `${'é'.repeat(36)}a`, 'home')).toBe(true)
})

test.each([1, 2])(
	'%i hashes run concurrently and fifty wait, and any more are rejected immediately',
	async (atOnce) => {
		const passwords = createPasswordHasher({ atOnce })
		const outcomes: { refused: unknown }[] = []
		const pending = Promise.all(
			Array.from({ length: 200 }, () =>
				passwords.verify(null, 'x', 'home').then(
					() => outcomes.push({ refused: undefined }),
					(refused: unknown) => outcomes.push({ refused }),
				),
			),
		)
		expect(() => passwords.checkRoom('home')).toThrow(
			expect.objectContaining({ code: 'unavailable', status: 503 }),
		)
		await pending
		expect(() => passwords.checkRoom('home')).not.toThrow()
		// Refusals come first, before the first hash is ready.
		const refused = outcomes.slice(0, 150 - atOnce)
		expect(outcomes.filter((outcome) => outcome.refused !== undefined)).toEqual(refused)
		for (const { refused: error } of refused) {
			expect(error).toBeInstanceOf(AppError)
			expect(error).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 2 })
		}
		expect(await passwords.verify(null, 'x', 'home')).toBe(false)
	},
)

test('a flood from one address neither delays nor excludes other clients', async () => {
	const passwords = createPasswordHasher({ atOnce: 2 })
	const log: string[] = []
	const ask = (asker: string) =>
		passwords.verify(null, 'x', asker).then(
			() => log.push(asker),
			() => log.push(`${asker} refused`),
		)
	const flood = Array.from({ length: 100 }, () => ask('flood'))
	expect(() => passwords.checkRoom('flood')).toThrow(expect.objectContaining({ status: 503 }))
	expect(() => passwords.checkRoom('home')).not.toThrow()
	await Promise.all(['home', 'campus', 'home'].map(ask))
	const served = log.filter((line) => !line.endsWith('refused'))
	expect(log).not.toContain('home refused')
	expect(log).not.toContain('campus refused')
	// Two of the flood's hashes were running already. Then the clients take turns, so only a few more of the flood's hashes
	// finish before the other clients have been served.
	expect(served.length).toBeLessThan(25)
	await Promise.all(flood)
	expect(log.filter((line) => line === 'flood')).toHaveLength(2 + 50 - 3)
})

test('a hash that cannot be read does not keep its slot', async () => {
	const passwords = createPasswordHasher()
	for (let round = 0; round < 5; round++)
		await expect(passwords.verify('not a hash', 'x', 'home')).rejects.toThrow()
	expect(await passwords.verify(null, 'x', 'home')).toBe(false)
})

test('enter() holds a slot until the caller leaves', async () => {
	const passwords = createPasswordHasher()
	const leaves = Array.from({ length: 50 }, () => passwords.enter('flood'))
	expect(() => passwords.enter('flood')).toThrow(expect.objectContaining({ status: 503 }))
	expect(() => passwords.checkRoom('flood')).toThrow(expect.objectContaining({ status: 503 }))
	// The queue is full, but a client that holds fewer slots than the flood is still admitted.
	passwords.enter('home')()
	const [leave] = leaves
	leave?.()
	leave?.()
	const entered = passwords.enter('flood')
	expect(() => passwords.enter('flood')).toThrow(expect.objectContaining({ status: 503 }))
	for (const one of [...leaves, entered]) one()
	expect(() => passwords.enter('flood')).not.toThrow()
	await expect(passwords.verify(null, 'nobody', 'home')).resolves.toBe(false)
})
