import { z } from 'zod'
import { validationFailed } from '#server/platform/errors.ts'
import { isRecord } from '#shared/json.ts'

/**
 * What users say about themselves, such as their display name. It is part of every access token, so it must be small.
 */
export type UserMetadata = Readonly<Record<string, unknown>>

/** The schema of a column with metadata, which was checked when it was stored. */
export const storedMetadataSchema = z.record(z.string(), z.unknown())

// With this much, an access token stays below 8 kB, half of what Node accepts as headers.
const largestBytes = 4_096
const deepestNesting = 4
/** Keys that only the server sets. */
const ownKeys = new Set(['sub', 'email', 'email_verified', 'phone_verified'])
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Validates metadata from a request. If it is missing or null, returns an empty object. Drops keys reserved for the server. */
export function readMetadata(value: unknown): UserMetadata {
	if (value === undefined || value === null) return {}
	if (!isRecord(value)) throw validationFailed('User metadata must be an object')
	checkValue(value, deepestNesting)
	const metadata = Object.fromEntries(Object.entries(value).filter(([key]) => !ownKeys.has(key)))
	checkSize(metadata)
	return metadata
}

/** Merges a change into the current metadata; null removes a key. */
export function mergeMetadata(current: UserMetadata, change: UserMetadata): UserMetadata {
	const merged = Object.fromEntries(
		Object.entries({ ...current, ...change }).filter(([, value]) => value !== null),
	)
	checkSize(merged)
	return merged
}

/** Merges a provider's profile, or returns the current metadata if the result would be too large. */
export function mergeIfItFits(current: UserMetadata, change: UserMetadata): UserMetadata {
	const merged = { ...current, ...change }
	return isSmall(merged) ? merged : current
}

/** Returns the metadata in the API's format, including the fields that only the server sets. */
export function fullMetadata(
	metadata: UserMetadata,
	user: { id: string; email: string; verified: boolean },
): UserMetadata {
	return {
		...metadata,
		sub: user.id,
		email: user.email,
		email_verified: user.verified,
		// Only the server ever sets this key, so the stored value can be trusted.
		phone_verified: metadata.phone_verified === true,
	}
}

function checkSize(metadata: UserMetadata): void {
	if (!isSmall(metadata)) throw validationFailed(`User metadata is too large (max ${largestBytes} bytes)`)
}

function isSmall(metadata: UserMetadata): boolean {
	return Buffer.byteLength(JSON.stringify(metadata)) <= largestBytes
}

function checkValue(value: unknown, depth: number): void {
	if (typeof value === 'string') checkText(value)
	if (typeof value !== 'object' || value === null) return
	if (depth === 0) throw validationFailed('User metadata is nested too deeply')
	for (const [key, inner] of Object.entries(value)) {
		if (forbiddenKeys.has(key)) throw validationFailed('User metadata has a key that cannot be used')
		checkText(key)
		checkValue(inner, depth - 1)
	}
}

function checkText(text: string): void {
	if (/\p{Cc}/u.test(text) || !text.isWellFormed())
		throw validationFailed('User metadata has characters that cannot be used')
}
