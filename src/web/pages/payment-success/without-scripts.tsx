import { Link } from 'react-router'
import { StageText } from './stage-views.tsx'

/** In place of the purchase if JavaScript is switched off: what it means for the buyer's money, and how to get the guide. */
export function WithoutScripts() {
	return (
		<noscript>
			<div className="grid gap-5">
				<StageText title="Your guide needs JavaScript">
					<p>If you paid, your payment is recorded and the guide is yours. You need not pay again.</p>
					<p>
						JavaScript is switched off in this browser. Switch it on for this site, then load the page again:
						your guide downloads by itself. If you can’t,{' '}
						<Link to="/contact" className="link">
							write to us
						</Link>
						.
					</p>
				</StageText>
			</div>
		</noscript>
	)
}
