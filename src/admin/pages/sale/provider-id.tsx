import type { Sale } from '#admin/pages/sale/sale.ts'

/** An id of Stripe's, with its page in Stripe's dashboard if it has one. */
export function ProviderId({ of: { id, page } }: { of: NonNullable<Sale['payment']> }) {
	return (
		<>
			<span className="wrap-anywhere select-all">{id}</span>
			{page === null ? null : (
				<a href={page} className="link flex min-h-11 w-fit items-center" target="_blank" rel="noreferrer">
					Open at Stripe
				</a>
			)}
		</>
	)
}
