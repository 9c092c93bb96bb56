import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { euChoice, euNote, saleNotice, sellerTo } from '#shared/where-we-sell.ts'
import { regionField } from '#web/shop/region.ts'
import { salesArea } from '#web/site/sales-area.ts'

/** Says where the shop sells before anybody pays. Asks buyers in the European Union to say so, if Stripe sells to them. */
export function SaleNotice() {
	const area = salesArea()
	const notice = saleNotice(area)
	if (notice === null && sellerTo(area, 'eu') === 'shop') return <Line>{`${euNote} `}</Line>
	if (notice === null)
		return (
			<Line>
				<label className="flex min-h-11 items-center gap-2.5 font-semibold text-ink">
					<input type="checkbox" name={regionField} value="eu" className="size-5 shrink-0" />
					{euChoice}
				</label>
				Same price. Stripe then sells it to you in our place and pays your country’s VAT.{' '}
			</Line>
		)
	return (
		<Line>
			{`${notice} please take our `}
			<span className="whitespace-nowrap">
				<Link to={href('/free')} className="link">
					free guides
				</Link>
				{' instead.'}
			</span>{' '}
		</Line>
	)
}

function Line({ children }: { children: ReactNode }) {
	return (
		<p className="mt-3 font-display text-note text-soft">
			{children}
			<Link to={`${href('/terms')}#where-we-sell`} className="link">
				Where we sell
			</Link>
		</p>
	)
}
