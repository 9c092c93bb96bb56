import { type WeakPasswordReason, weakPassword } from '#server/apis/auth/passwords/errors.ts'
import { refusedPasswords } from '#server/apis/auth/passwords/refused-passwords.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import { validationFailed } from '#server/platform/errors.ts'

const longest = 1_024
const shopName = 'headstart'
// A shorter local part, as in al@example.com, occurs in good passwords by chance.
const shortestLocalPart = 4

/** Members of the admin can refund and read what customers bought, so their passwords are longer. */
const membersMinLength = 12

/** Throws `weak_password` if a correct password of a member is shorter than members' passwords have to be. */
export function checkMembersLength(password: string): void {
	if ([...password.normalize('NFC')].length >= membersMinLength) return
	throw weakPassword(`Members of the admin need a password of at least ${membersMinLength} characters.`, [
		'length',
	])
}

/** Returns the rules for the password of a member of the admin. */
export function membersRules<T extends Pick<AuthSettings, 'passwordMinLength'>>(settings: T): T {
	return { ...settings, passwordMinLength: Math.max(membersMinLength, settings.passwordMinLength) }
}

/**
 * Rejects a new password that cannot be stored exactly (400) or is easily guessed (422 `weak_password` with reasons).
 */
export function checkNewPassword(
	typed: string,
	email: string,
	settings: Pick<AuthSettings, 'passwordMinLength' | 'passwordRequiredCharacters' | 'passwordRefused'>,
): void {
	// The form that is hashed, so that a password is as long on a system that types an accented letter as two characters.
	const password = typed.normalize('NFC')
	// Never truncated: a password either counts in full or is rejected.
	if (password.length > longest)
		throw validationFailed(`Password cannot be longer than ${longest} characters`)
	if (password.includes('\0') || !password.isWellFormed())
		throw validationFailed('Password has characters that cannot be used')
	const faults: { reason: WeakPasswordReason; message: string }[] = []
	if ([...password].length < settings.passwordMinLength) {
		faults.push({
			reason: 'length',
			message: `Password should be at least ${settings.passwordMinLength} characters.`,
		})
	}
	const required = settings.passwordRequiredCharacters
	if (required.some((set) => ![...set].some((character) => password.includes(character)))) {
		faults.push({
			reason: 'characters',
			message: `Password should contain at least one character of each: ${required.join(', ')}.`,
		})
	}
	if (
		isEasilyGuessed(password.toLowerCase(), email) ||
		settings.passwordRefused.some((word) => word.normalize('NFC') === password.toLowerCase())
	) {
		faults.push({
			reason: 'pwned',
			message: 'Password is known to be weak and easy to guess, please choose a different one.',
		})
	}
	if (faults.length === 0) return
	throw weakPassword(
		faults.map(({ message }) => message).join(' '),
		faults.map(({ reason }) => reason),
	)
}

// What people write instead of a letter, and what a key gives together with the shift key.
const letters = { '@': 'a', '4': 'a', '0': 'o', '1': 'i', '!': 'i', '3': 'e', $: 's', '5': 's', '7': 't' }
const keys = {
	'!': '1',
	'@': '2',
	'#': '3',
	$: '4',
	'%': '5',
	'^': '6',
	'&': '7',
	'*': '8',
	'(': '9',
	')': '0',
}

/** What people add before or after a listed password: digits and symbols, such as a year with an exclamation mark. */
const added = { before: /^[^\p{L}]{1,6}/u, after: /[^\p{L}]{1,6}$/u }
/** A password that is written several times in a row. */
const repeated = /^(.+?)\1+$/su

/**
 * Returns the password, and what is left of it without what people do to a listed one: they add digits and symbols, write signs in
 * place of letters, and repeat it until it is long enough. Attackers try the same.
 */
function spellingsOf(password: string): string[] {
	const inPlaceOf = (signs: Readonly<Record<string, string>>) => (text: string) =>
		[...text].map((sign) => signs[sign] ?? sign).join('')
	const once = [password, repeated.exec(password)?.[1] ?? '']
	const begun = [...once, ...once.map((text) => text.replace(added.before, ''))]
	const stems = new Set([...begun, ...begun.map((text) => text.replace(added.after, ''))])
	const written = [
		...stems,
		...[...stems].flatMap((text) => [inPlaceOf(letters)(text), inPlaceOf(keys)(text)]),
	]
	return [...written, ...written.map((text) => repeated.exec(text)?.[1] ?? '')].filter((text) => text !== '')
}

function isEasilyGuessed(password: string, email: string): boolean {
	const [localPart = ''] = email.split('@')
	return (
		spellingsOf(password).some((spelling) => refusedPasswords.has(spelling)) ||
		password.includes(shopName) ||
		(localPart.length >= shortestLocalPart && password.includes(localPart)) ||
		/^(.)\1*$/u.test(password)
	)
}
