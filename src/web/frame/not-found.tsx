import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { categories, categoryPath } from '#shared/categories.ts'
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

/** Says that there is nothing at this address, and why that may be. Beside it are the categories. */
export function NotFound({ why = noPage }: { why?: string }) {
	return (
		<NothingHere why={why} missing="page">
			Oops! <span className="marked">Page not found</span>
		</NothingHere>
	)
}

interface NothingHereProps {
	/** The heading. */
	children: ReactNode
	why: string
	/** What the visitor wanted. */
	missing: 'page' | 'category'
}

export function NothingHere({ children, why, missing }: NothingHereProps) {
	return (
		<div className="page-width grid items-center gap-10 py-10 lg:grid-cols-[7fr_5fr] lg:py-16">
			<div>
				<h1 className="text-title">{children}</h1>
				<p className="mt-5 max-w-measure text-lead text-soft">{why}</p>
				<p className="mt-8 flex flex-wrap gap-3">
					<ButtonLink to={href('/')}>Return home</ButtonLink>
					<ButtonLink to={href('/free')} variant="secondary">
						See the free guides
					</ButtonLink>
				</p>
			</div>
			<TornContents missing={missing} />
		</div>
	)
}

/** A page of contents with a category on each line. What the visitor wanted is torn off its end. */
function TornContents({ missing }: Pick<NothingHereProps, 'missing'>) {
	return (
		<nav
			aria-label="What’s still here"
			className="leaf torn-off w-full max-w-96 rotate-2 px-8 pt-8 pb-12 lg:mx-auto"
		>
			<p aria-hidden="true" className="font-display font-bold text-subheading">
				What’s still here
			</p>
			<ul className="mt-4">
				{categories.map((category) => (
					<li key={category} className="border-b border-leaf-rule">
						<Link
							to={categoryPath(category)}
							className="flex min-h-14 items-center gap-3 font-display font-semibold underline-offset-4 hover:underline"
						>
							<span
								aria-hidden="true"
								className="size-2.5"
								style={{ background: `var(--color-cloth-${category.toLowerCase()})` }}
							/>
							{category}
						</Link>
					</li>
				))}
			</ul>
			<p aria-hidden="true" className="mt-5 flex justify-between font-display text-label">
				<span className="line-through">The {missing} you wanted</span> 404
			</p>
		</nav>
	)
}
