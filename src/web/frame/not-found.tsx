import { href } from 'react-router'
import { pageMeta } from '#web/head/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The head of a page for an address that belongs to nothing. */
export function notFoundMeta() {
	return pageMeta({
		title: 'Page not found',
		description: 'There is no page at this address.',
		path: null,
		indexed: false,
	})
}

const noPage = 'This page doesn’t exist, or it has moved. You can find all our guides from the home page.'

/** Says that there is nothing at this address, and why that may be. */
export function NotFound({ why = noPage }: { why?: string }) {
	return (
		<div className="page-width grid items-center gap-10 py-16 lg:grid-cols-[7fr_5fr] lg:py-24">
			<div>
				<h1 className="text-title">
					Oops! <span className="marked">Page not found</span>
				</h1>
				<p className="mt-5 max-w-measure text-lead text-soft">{why}</p>
				<p className="mt-8 flex flex-wrap gap-3">
					<ButtonLink to={href('/')}>Return home</ButtonLink>
					<ButtonLink to={href('/free')} variant="secondary">
						See the free guides
					</ButtonLink>
				</p>
			</div>
			<TornPage />
		</div>
	)
}

/** A picture of a torn page. */
function TornPage() {
	return (
		<svg viewBox="0 0 240 200" aria-hidden="true" className="mx-auto w-full max-w-80">
			<path
				d="M40 190V14h108l-9 12 7 14-12 13 9 15-14 12 8 16-12 13 9 14-11 15 7 13-10 16 5 14-8 13z"
				className="fill-leaf stroke-edge"
			/>
			<path
				d="M58 44h62M58 66h56M58 88h50M58 110h54M58 132h46M58 154h50"
				className="fill-none stroke-leaf-rule"
				strokeWidth="3"
			/>
			<path d="M40 14v176" className="fill-none stroke-on-leaf" strokeWidth="3" />
			<text x="164" y="106" className="fill-soft font-display text-[13px] font-medium">
				p. 404
			</text>
			<path d="M128 102h30" className="fill-none stroke-edge" />
		</svg>
	)
}
