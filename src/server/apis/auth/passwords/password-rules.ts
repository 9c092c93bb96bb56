import { refusedPasswords } from '#server/apis/auth/passwords/refused-passwords.ts'
import { invalid } from '#server/apis/auth/schemas.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AuthSettings } from '#server/platform/config/auth-settings.ts'

const longest = 1_024
const shopName = 'headstart'
// A shorter local part, as in al@example.com, occurs in good passwords by chance.
const shortestLocalPart = 4

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
	if (password.length > longest) throw invalid(`Password cannot be longer than ${longest} characters`)
	if (password.includes('\0') || !password.isWellFormed())
		throw invalid('Password has characters that cannot be used')
	const faults: { reason: string; message: string }[] = []
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
	throw new AppError({
		code: 'weak_password',
		status: 422,
		message: faults.map(({ message }) => message).join(' '),
		details: { weak_password: { reasons: faults.map(({ reason }) => reason) } },
	})
}

function isEasilyGuessed(password: string, email: string): boolean {
	const [localPart = ''] = email.split('@')
	// Attackers also try listed passwords followed by a year or an exclamation mark.
	const stem = password.replace(/[^\p{L}]{1,4}$/u, '')
	return (
		refusedPasswords.has(password) ||
		refusedPasswords.has(stem) ||
		password.includes(shopName) ||
		(localPart.length >= shortestLocalPart && password.includes(localPart)) ||
		/^(.)\1*$/u.test(password)
	)
}
