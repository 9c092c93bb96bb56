import type { MoneySettings } from '#server/config/money-settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

/** Everything the Functions API needs; see `createApp`. */
export interface FunctionOptions {
	database: Database
	authenticate: Authenticate
	rateLimits: RateLimits
	files: FileStore
	payments: PaymentProvider
	shop: ShopContext
	money: Pick<MoneySettings, 'refundUpTo'>
	clock: Clock
	faultPoint: FaultPoint
}
