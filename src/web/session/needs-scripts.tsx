import { Link } from 'react-router'

/** Stands, if JavaScript is switched off, by a form or on a page that can do nothing without it, and says what to do. */
export function NeedsScripts({ what = 'This form' }: { what?: 'This form' | 'This page' }) {
	return (
		<noscript>
			<p className="max-w-measure border-l-2 border-marker pl-4">
				{what} needs JavaScript, which is switched off in this browser. Switch it on for this site, then load
				the page again. If you can’t,{' '}
				<Link to="/contact" className="link">
					write to us
				</Link>
				.
			</p>
		</noscript>
	)
}
