import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, type MetaArgs, useLoaderData } from 'react-router'
import { plannerDemoPath, plannerSlug, productPath } from '#shared/paths.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { NeedsScripts } from '#web/session/narrow-page.tsx'
import { guideToRead } from '#web/site/shop.server.ts'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'

/** Selects the product that the demo is of; null if the shop doesn't have it. */
export function loader() {
	return guideToRead(plannerSlug)
}

export function meta(_: MetaArgs<typeof loader>) {
	return pageMeta({
		title: 'Demo of the budget planner',
		description: 'The budget planner with the numbers of an invented student, to try out.',
		path: plannerDemoPath,
		indexed: false,
	})
}

const DemoPlanner = lazy(() =>
	orNotLoaded(async () => ({ default: (await import('#web/planner/demo-planner.tsx')).DemoPlanner })),
)

/** Lets anybody try the planner with sample numbers. */
export default function PlannerDemoPage() {
	const product = useLoaderData<typeof loader>()
	const [isReady, setIsReady] = useState(false)
	useEffect(() => setIsReady(true), [])
	return (
		<div className="page-width planner-page">
			<div className="pt-4 pb-5">
				{product === null ? null : (
					<p className="font-display text-label">
						<Link to={productPath(product)} className="link inline-flex min-h-11 items-center">
							About the planner
						</Link>
					</p>
				)}
				<h1 tabIndex={-1} className="text-title">
					Demo of the planner
				</h1>
				<p className="mt-3 max-w-measure">
					The numbers are an invented student’s, and it’s always Friday 6 November 2026 here. Change what you
					like: nothing is kept.
				</p>
			</div>
			<div className="pb-12">
				<NeedsScripts what="This page" />
				{isReady ? (
					<Suspense fallback={<LoadingRow what="the planner" />}>
						<DemoPlanner />
					</Suspense>
				) : null}
			</div>
		</div>
	)
}
