import type { Config } from '#server/config/config.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Clock } from '#shared/clock.ts'

/** The seller as receipts name them, with `vatNumber` if they are registered for VAT. */
export interface Seller {
	name: string
	address: string
	email: string
	vatNumber: string | undefined
}

/** What fulfilling a purchase needs besides the database. */
export interface ShopContext {
	/** Undefined on a local run, where nothing is sold. */
	seller: Seller | undefined
	payments: Pick<PaymentProvider, 'readEvent'>
	clock: Clock
	faultPoint: FaultPoint
}

/** Returns the seller as receipts name them; undefined on a local run. */
export function sellerOf({ trader, money }: Pick<Config, 'trader' | 'money'>): Seller | undefined {
	return trader && { ...trader, vatNumber: money.vatNumber }
}
