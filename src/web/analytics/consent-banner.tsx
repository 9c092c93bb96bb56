import { href, Link } from 'react-router'
import { siteText } from '#web/site/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { choose, useChoice } from './choice.ts'

/** Asks for consent to count page views. Both answers are equally easy, and the site works without one. */
export function ConsentBanner() {
	const choice = useChoice()
	if (choice !== null) return null
	const receiver = siteText('page-views-receiver')
	return (
		<section
			aria-label="Counting page views"
			className="consent-banner fixed inset-x-0 bottom-(--bar,0px) z-40 border-t border-rule bg-sheet shadow-raised"
		>
			<div className="page-width flex flex-wrap items-center gap-x-8 gap-y-3 py-4">
				<p className="max-w-measure grow font-display text-label">
					May we tell {receiver} which pages are viewed? We send the page’s address, and nothing about you.{' '}
					<Link to={`${href('/privacy')}#page-views`} className="link">
						How it works
					</Link>
				</p>
				<div className="grid grid-cols-2 gap-3 max-sm:w-full">
					<Button variant="secondary" size="small" onClick={() => choose('no')}>
						No, thanks
					</Button>
					<Button variant="secondary" size="small" onClick={() => choose('yes')}>
						Yes, that’s fine
					</Button>
				</div>
			</div>
		</section>
	)
}
