import { expect, test } from 'vitest'
import { createPasswordHasher } from '#server/auth/password-hasher.ts'
import { AppError } from '#shared/app-error.ts'

test('a hash is argon2id at the chosen cost, salted, and fits its own password alone', async () => {
	const passwords = createPasswordHasher()
	const [first, second] = [await passwords.hash('quiet-harbour'), await passwords.hash('quiet-harbour')]
	expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
	expect(first).not.toBe(second)
	expect(await passwords.verify(first, 'quiet-harbour')).toBe(true)
	expect(await passwords.verify(first, 'quiet-harbouR')).toBe(false)
	expect(await passwords.verify(null, 'quiet-harbour')).toBe(false)
})

test('bytes beyond the seventy-second count', async () => {
	const passwords = createPasswordHasher()
	const hashed = await passwords.hash(`${'é'.repeat(36)}a`)
	expect(await passwords.verify(hashed, `${'é'.repeat(36)}b`)).toBe(false)
	expect(await passwords.verify(hashed, `${'é'.repeat(36)}a`)).toBe(true)
})

test('two hash at once and fifty wait; the rest are refused at once, and later ones served again', async () => {
	const passwords = createPasswordHasher()
	const started = performance.now()
	const pending = Promise.all(
		Array.from({ length: 200 }, () =>
			passwords.verify(null, 'x').then(
				() => ({ refused: undefined, ms: performance.now() - started }),
				(refused: unknown) => ({ refused, ms: performance.now() - started }),
			),
		),
	)
	expect(() => passwords.checkRoom()).toThrow(expect.objectContaining({ code: 'unavailable', status: 503 }))
	const outcomes = await pending
	expect(() => passwords.checkRoom()).not.toThrow()
	const refused = outcomes.filter((outcome) => outcome.refused !== undefined)
	expect(refused).toHaveLength(148)
	for (const { refused: error, ms } of refused) {
		expect(error).toBeInstanceOf(AppError)
		expect(error).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 2 })
		expect(ms).toBeLessThan(250)
	}
	expect(await passwords.verify(null, 'x')).toBe(false)
})

test('a hash that cannot be read gives its place free', async () => {
	const passwords = createPasswordHasher()
	for (let round = 0; round < 5; round++) await expect(passwords.verify('not a hash', 'x')).rejects.toThrow()
	expect(await passwords.verify(null, 'x')).toBe(false)
})
