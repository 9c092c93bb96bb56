import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
	checkMembersLength,
	checkNewPassword,
	membersRules,
} from '#server/apis/auth/passwords/password-rules.ts'
import { defaultAuthSettings } from '#server/config/auth-settings.ts'

const check =
	(password: string, email = 'ada.lovelace@student.test', passwordMinLength = 6) =>
	() =>
		checkNewPassword(password, email, { ...defaultAuthSettings, passwordMinLength })

test.each([
	'quiet-harbour-42',
	'Tr0ub4dor&3',
	'ünïcödé',
	'🙈🙉🙊🐵🐒🦍',
	'x'.repeat(512) + 'y'.repeat(512),
	'passphrase of many words',
])('%.30j is accepted', (password) => {
	expect(check(password)).not.toThrow()
})

test.each([
	['five5', ['length']],
	['🙈🙉🙊🐵🐒', ['length']],
	['', ['length']],
	// Five letters and three marks.
	['Zoë-é', ['length']],
	['Zoë-é'.normalize('NFD'), ['length']],
	['love1', ['length', 'pwned']],
	['password', ['pwned']],
	['Password1', ['pwned']],
	['PASSWORD2024', ['pwned']],
	['sunshine!', ['pwned']],
	['123456', ['pwned']],
	['qwerty123', ['pwned']],
	['zzzzzzzzzzzz', ['pwned']],
	['my-headstart-7', ['pwned']],
	['x-Ada.Lovelace-x', ['pwned']],
])('%j is rejected for %j', (password, reasons) => {
	expect(check(password)).toThrow(
		expect.objectContaining({ code: 'weak_password', status: 422, details: { weak_password: { reasons } } }),
	)
})

test('a password may contain the local part of the address if that is short', () => {
	expect(check('mountains-and-ink', 'ink@student.test')).not.toThrow()
	expect(check('mountains-and-inkwell', 'inkwell@student.test')).toThrow()
})

test('the minimum length is configurable', () => {
	expect(check('seven-7', undefined, 8)).toThrow('Password should be at least 8 characters.')
	expect(check('eight--8', undefined, 8)).not.toThrow()
})

test.each([
	['1,025 characters', `${'xy'.repeat(512)}z`, 'Password cannot be longer than 1024 characters'],
	['NUL', 'quiet\0harbour', 'Password has characters that cannot be used'],
	['a lone surrogate', 'quiet\ud800harbour', 'Password has characters that cannot be used'],
])('a password with %s is rejected rather than altered', (_name, password, message) => {
	expect(check(password)).toThrow(
		expect.objectContaining({ code: 'validation_failed', status: 400, message }),
	)
})

test.each([
	'abc123456',
	'mynoob',
	'18atcskd2w',
	'P@ssword1',
	'p@$$w0rd',
	'spring2024',
	'2024spring',
	'!QAZ2wsx',
	'dr@g0n99',
	'letmein!!',
	'hannah1998',
	'Summer2024!',
	'Password12345',
	'!password1!',
	'1password1',
	'2024Welcome!!',
	'passwordpassword',
	'P@ssw0rdP@ssw0rd',
	'Password1Password1',
	'123456123456',
	'qwertyqwerty2024',
	'MonkeyMonkey1!',
])('%j is rejected as a common password or one with the usual changes', (password) => {
	expect(check(password)).toThrow(expect.objectContaining({ code: 'weak_password' }))
})

test('each of the 3,000 most common passwords is rejected', async () => {
	const list = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
	const most = list.split('\n').slice(0, 3_000)
	expect(most).toHaveLength(3_000)
	expect(most.filter((password) => refusal(password) === undefined)).toEqual([])
	expect(most).toContain('123456')
})

test.each(['monkeys-at-noon-7', '4815162342-island', 'abababa-cdcdcdc', 'pass the word on 12'])(
	'%j is accepted although a part of it is common',
	(password) => expect(check(password)).not.toThrow(),
)

test('a long hostile password is checked quickly', () => {
	// Processor time, because a busy machine may let the test wait.
	const from = process.cpuUsage()
	for (const text of [
		`${'a'.repeat(1_023)}b`,
		`${'ab'.repeat(511)}c`,
		`${'1'.repeat(512) + 'a'.repeat(511)}!`,
	])
		expect(check(text)).not.toThrow()
	const { user, system } = process.cpuUsage(from)
	expect(user + system).toBeLessThan(1_000_000)
})

test('an accented letter counts once in a member’s password, however it is typed', () => {
	for (const form of ['NFC', 'NFD'] as const) {
		expect(() => checkMembersLength('éééééé'.normalize(form))).toThrow()
		expect(() => checkMembersLength('éééééééééééé'.normalize(form))).not.toThrow()
	}
})

test('a member of the admin needs twelve characters, and more if everybody does', () => {
	const rules = (passwordMinLength: number) => membersRules({ ...defaultAuthSettings, passwordMinLength })
	const refused = expect.objectContaining({ details: { weak_password: { reasons: ['length'] } } })
	expect(() => checkNewPassword('tall-oak-17', 'a@b.test', rules(6))).toThrow(refused)
	expect(() => checkNewPassword('tall-oak-171', 'a@b.test', rules(6))).not.toThrow()
	expect(() => checkNewPassword('tall-oak-171', 'a@b.test', rules(14))).toThrow(refused)
})

function refusal(password: string): unknown {
	try {
		check(password)()
		return undefined
	} catch (error) {
		return error
	}
}
