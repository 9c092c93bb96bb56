import type { LinkTokens } from '#server/apis/storage/link-token.ts'
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
	/** Signs download links and nothing else. */
	signingKey: string
	clock: Clock
}

/** What every operation of the Storage API works with. */
export interface StorageDependencies extends StorageOptions {
	tokens: LinkTokens
}
