import { PageViewSwitch } from '#web/analytics/page-view-switch.tsx'
import { SiteOnly } from '#web/site/conditional-content.tsx'
import { siteText } from '#web/site/site-settings.ts'
import { Clause } from './clause.tsx'

/** Says how page views are counted in this shop, with a switch to opt out. */
export function PageViewsClause({ title }: { title: string }) {
	return (
		<Clause id="page-views" title={title}>
			<SiteOnly when="page-views-own">
				<p>
					We count how often each page is viewed each day, and how often someone begins to fill in the Sign Up
					form. We store a day, a page and a number: no cookie, no network address, nothing that tells one
					visitor from another.
				</p>
			</SiteOnly>
			<SiteOnly when="page-views-forwarded">
				<p>
					Our server tells {siteText('page-views-receiver')} that a page was viewed, and which one. It doesn’t
					say who viewed it: no network address, no browser, no cookie, nothing that tells one visitor from
					another.
				</p>
			</SiteOnly>
			<SiteOnly when="page-views-consented">
				<p>
					Only if you agree, our server tells {siteText('page-views-receiver')} that a page was viewed, and
					which one. It doesn’t say who viewed it: no network address, no browser, no cookie, and a new random
					number each time, so that two visits can’t be linked. You can change your mind here whenever you
					like.
				</p>
			</SiteOnly>
			<SiteOnly when="page-views-off">
				<p>We don’t count page views here.</p>
			</SiteOnly>
			<SiteOnly when={['page-views-own', 'page-views-forwarded', 'page-views-consented']}>
				<p className="mb-4">
					A browser that sends “Do Not Track” or “Global Privacy Control” isn’t counted. You can also opt out
					here:
				</p>
				<PageViewSwitch />
			</SiteOnly>
			<p>
				From our records of sales, downloads and accounts we also add up numbers for each day, such as how
				many people bought a guide (our legitimate interest in knowing what is wanted). These numbers contain
				nothing about anyone, and stay when an account is deleted.
			</p>
		</Clause>
	)
}
