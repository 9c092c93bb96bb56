import { AppError } from '#server/platform/app-error.ts'

// PostgreSQL stores neither the NUL character nor half of a surrogate pair. Every request is checked for them before any API reads
// it, so that no schema of a text has to.

/** A text that PostgreSQL can't store. */
export class UnstorableText extends AppError {
	/** Whether it is in the path or the query. */
	readonly isInUrl: boolean

	constructor({ isInUrl = false, cause }: { isInUrl?: boolean; cause?: unknown } = {}) {
		super('validation_failed', 400, 'A text contains a character that cannot be stored, such as NUL', {
			cause,
		})
		this.isInUrl = isInUrl
	}
}

/** Throws `UnstorableText` if a parsed JSON value contains one, also as the name of a property. */
export function requireStorable(value: unknown): void {
	if (!isStorable(value)) throw new UnstorableText()
}

/** Throws `UnstorableText` if the path or the query of a URL contains a NUL character. */
export function requireStorableUrl(url: string): void {
	if (url.includes('%00')) throw new UnstorableText({ isInUrl: true })
}

function isStorable(value: unknown): boolean {
	if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
	if (typeof value !== 'object' || value === null) return true
	if (Array.isArray(value)) return value.every(isStorable)
	return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
}
