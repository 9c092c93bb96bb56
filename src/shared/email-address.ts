import { z } from 'zod'
import { emailPattern } from './email-pattern.ts'

/**
 * Returns the schema of an email address, which gives the address in the form that is stored and compared. It validates before it
 * lowercases, because some characters outside ASCII have an ASCII letter as their lower case: the Kelvin sign (U+212A) becomes a
 * k, so that a stranger’s address would become a customer’s.
 */
export function emailAddress(message?: string) {
	return writtenEmailAddress(message).toLowerCase()
}

/** Returns the schema of an email address that stays as it was written. */
export function writtenEmailAddress(message?: string) {
	return z.email({ pattern, error: message })
}

const pattern = new RegExp(`^${emailPattern}$`)
