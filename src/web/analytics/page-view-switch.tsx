import { useHydrated } from '#web/session/use-in-browser.ts'
import { isPartShown } from '#web/site/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { browserObjects, choose, useChoice } from './choice.ts'

/** Shows whether this browser's page views are counted, with a button to change that. */
export function PageViewSwitch() {
	const alive = useHydrated()
	const choice = useChoice()
	if (!alive)
		return <p className="min-h-24">This switch needs JavaScript. Without it, your visits aren’t counted.</p>
	if (browserObjects()) {
		return <p>Your browser asks sites not to track you, so your visits aren’t counted.</p>
	}
	const counted = isPartShown(['page-views-consented']) ? choice === 'yes' : choice !== 'no'
	return (
		<div className="flex min-h-24 flex-wrap items-center gap-x-6 gap-y-3">
			<p role="status">
				{counted ? 'Visits from this browser are counted.' : 'Visits from this browser aren’t counted.'}
			</p>
			<Button variant="secondary" size="small" onClick={() => choose(counted ? 'no' : 'yes')}>
				{counted ? 'Stop counting my visits' : 'Count my visits'}
			</Button>
		</div>
	)
}
