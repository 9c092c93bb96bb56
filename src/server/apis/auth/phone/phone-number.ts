import { invalid } from '#server/apis/auth/schemas.ts'

/** Reads a number in E.164, with or without the plus sign and spaces. Throws `validation_failed`. */
export function readPhone(text: string): string {
	const phone = text.replace(/^\+/, '').replaceAll(' ', '')
	// Only ASCII digits: others look alike.
	if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
	return phone
}
