import { href, Link } from 'react-router'
import { saleNotice } from '#shared/where-we-sell.ts'
import { salesArea } from '#web/site/site-settings.ts'

/** Says where the shop sells before anybody pays, and what people elsewhere can have. */
export function SaleNotice() {
	return (
		<p className="mt-3 font-display text-note text-soft">
			{`${saleNotice(salesArea())} please take our `}
			<Link to={href('/free')} className="link">
				free guides
			</Link>
			{' instead. '}
			<Link to={`${href('/terms')}#where-we-sell`} className="link">
				Where we sell
			</Link>
		</p>
	)
}
