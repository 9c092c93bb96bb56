import type { Database } from '#server/platform/db/database.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { Clock } from '#shared/clock.ts'

export interface StorageOptions {
	database: Database
	authenticate: Authenticate
	rateLimits: RateLimits
	files: FileStore
	/** Signs the links to files, and nothing else. */
	signingKey: string
	clock: Clock
}

/**
 * The caller for whom a link was made. A user's rights are checked again when the link is used. `owner` is the service role,
 * which may download every file.
 */
export type LinkHolder = { user: string } | 'owner'

/** What an upload link allows. */
export interface UploadRight {
	/** Whether a file that exists may be replaced. */
	mayReplace: boolean
}

export interface LinkTokens {
	sign(address: string, holder: LinkHolder, lifetimeSeconds: number): Promise<string>
	/**
	 * Returns for whom the link was made. Throws `InvalidSignature` if the token is for another file or purpose, and `InvalidJWT`
	 * if it is invalid or has expired.
	 */
	verify(token: string, address: string): Promise<LinkHolder>
	/** Makes the token of a link with which anybody can upload one file within two hours. */
	signUpload(address: string, right: UploadRight): Promise<string>
	/** Throws the same errors as `verify`. */
	verifyUpload(token: string, address: string): Promise<UploadRight>
}

/** What every operation of the Storage API works with. */
export interface StorageDependencies extends StorageOptions {
	tokens: LinkTokens
}
