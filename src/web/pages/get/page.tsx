import { useEffect, useRef, useState } from 'react'
import {
	href,
	Link,
	type LoaderFunctionArgs,
	type MetaArgs,
	useLoaderData,
	useLocation,
	useNavigate,
} from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { isPlanner, productPath, readPath, waitingPath, withCode } from '#shared/paths.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { priceFact } from '#web/products/facts.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { rememberPageInstead } from '#web/shop/bought-at.ts'
import { hasGoAhead, withdrawGoAhead } from '#web/shop/go-ahead.ts'
import { addressToGet, linkCodeFor } from '#web/shop/link-code.ts'
import { NextUp } from '#web/shop/next-up.tsx'
import { useIsOwned } from '#web/shop/owned.ts'
import { ProductAction, useSignInFor } from '#web/shop/product-action.tsx'
import { buyGuide, takeWithoutClick } from '#web/shop/start-guide-action.ts'
import { WaitingCover } from '#web/shop/waiting-guide-panel.tsx'
import { WithLinkCode } from '#web/shop/with-link-code.tsx'
import { shelf } from '#web/site/shop.server.ts'
import { shopName } from '#web/site/site-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

export { shouldRevalidate } from '#web/site/keep-data.ts'

/** Selects the guide; null if the shop has none at this address, or if it is coming soon. */
export function loader({ params: { slug } }: LoaderFunctionArgs): ShelfProduct | null {
	const product = shelf().find((candidate) => candidate.slug === slug?.toLowerCase())
	return product === undefined || product.comingSoon ? null : product
}

export function meta({ loaderData: product }: MetaArgs<typeof loader>) {
	if (product == null)
		return pageMeta({
			title: 'Page not found',
			description: 'There is no guide at this address.',
			path: null,
			indexed: false,
		})
	return pageMeta({
		title: product.shortTitle,
		description: `Get ${product.title} from ${shopName()}.`,
		path: waitingPath(product),
		indexed: false,
	})
}

/**
 * Gives or sells one guide to a visitor who has signed in for it. If they pressed a button for the guide before signing in, the
 * page continues by itself. If it was opened by a link or again with the Back button, it only shows the guide with its button.
 */
export default function GetPage() {
	const product = useLoaderData<typeof loader>()
	return product === null ? <UnknownGuide /> : <WaitingGuide key={product.id} product={product} />
}

/** Shown at addresses that name no guide. Rendered once, as `/get/404`. */
function UnknownGuide() {
	return (
		<div className="page-width py-16">
			<h1 className="text-title">
				Oops! <span className="marked">Page not found</span>
			</h1>
			<p className="mt-5">
				<ButtonLink to={href('/')}>See all guides</ButtonLink>
			</p>
		</div>
	)
}

function WaitingGuide({ product }: { product: ShelfProduct }) {
	const owned = useIsOwned(product.id)
	const [goingOn, downloading] = useGoOn(product)
	const { user } = useAuth()
	// After signing out, the page offers the guide again.
	const stage = goingOn
		? 'going-on'
		: downloading && user !== null
			? 'downloading'
			: owned
				? 'owned'
				: 'waiting'
	return (
		<NextUp cover={<WaitingCover product={product} />}>
			<div className="grid *:col-start-1 *:row-start-1">
				{/* All stages have one place, as high as the longest of them, so that nothing moves from one to the next. */}
				{stages.map((other) => (
					<div key={other} aria-hidden="true" className="invisible grid content-start gap-5">
						<StageText stage={other} product={product} Title="p" />
					</div>
				))}
				<div role="status" className="grid content-start gap-5">
					<StageText stage={stage} product={product} Title="h1" />
				</div>
			</div>
			<div className={stage === 'going-on' ? 'invisible grid gap-5' : 'grid gap-5'}>
				<div className="flex flex-wrap gap-4">
					<ProductAction product={product} variant="page" />
					{stage === 'waiting' || product.readingFile === null ? null : (
						<ButtonLink to={readPath(product)} variant="secondary">
							{isPlanner(product) ? 'Open the planner' : 'Read online'}
						</ButtonLink>
					)}
				</div>
				<NextLinks owned={stage !== 'waiting'} product={product} />
			</div>
		</NextUp>
	)
}

const stages = ['going-on', 'downloading', 'waiting'] as const

type Stage = 'going-on' | 'downloading' | 'owned' | 'waiting'

interface StageTextProps {
	stage: Stage
	product: ShelfProduct
	Title: 'h1' | 'p'
}

function StageText({ stage, product, Title }: StageTextProps) {
	const title = 'font-display font-bold tracking-[-0.018em] text-title'
	const address = useLocation()

	switch (stage) {
		case 'going-on':
			return product.isFree ? (
				<>
					<Title className={title}>Fetching {product.shortTitle}</Title>
					<p className="text-lead">Your download starts in a moment.</p>
				</>
			) : (
				<>
					<Title className={title}>Opening the checkout</Title>
					<p className="text-lead">
						You pay for {product.shortTitle} on our payment provider’s own page. Nothing is charged until you
						do.
					</p>
				</>
			)
		case 'downloading':
		case 'owned':
			return (
				<>
					<Title className={title}>
						<span className="marked">{product.shortTitle}</span> is yours
					</Title>
					<p className="max-w-measure text-lead">
						{stage === 'downloading'
							? `Your download has started: look for ${product.pdfFileName} among your downloads. Nothing there? Press the button.`
							: 'Download it here, now or whenever you like.'}
					</p>
				</>
			)
		default:
			return (
				<>
					<Title className={title}>{product.title}</Title>
					<p className="max-w-measure text-lead text-soft">{product.description}</p>
					<p className="figures font-display text-heading font-bold">
						<WithLinkCode productId={product.id} code={linkCodeFor(product, address)}>
							{priceFact(product)}
						</WithLinkCode>
					</p>
				</>
			)
	}
}

function NextLinks({ owned, product }: { owned: boolean; product: ShelfProduct }) {
	return (
		<p className="flex flex-wrap gap-x-6 font-display text-label">
			<Link to={productPath(product)} className={linkClass}>
				About this guide
			</Link>
			<Link to={href('/')} className={linkClass}>
				All guides
			</Link>
			{owned ? (
				<Link to={href('/account/guides')} className={linkClass}>
					Your guides
				</Link>
			) : null}
		</p>
	)
}

const linkClass = 'link inline-flex min-h-11 items-center'

/** Continues with what the visitor began, but only once. Returns whether that is happening, and whether a download has started. */
function useGoOn(product: ShelfProduct): [goingOn: boolean, downloading: boolean] {
	const navigate = useNavigate()
	const goToSignIn = useSignInFor(product)
	const [goingOn, run] = useBusy()
	const [downloading, setDownloading] = useState(false)
	const asked = useRef(false)
	// On a page that follows another, the first thing painted is already that it goes on. A page that has just been loaded begins as
	// the server rendered it.
	const [goesOn, setGoesOn] = useState(
		() => !import.meta.env.SSR && 'ready' in document.documentElement.dataset && isBegun(product),
	)

	useEffect(() => {
		if (asked.current) return
		asked.current = true
		if (!isBegun(product)) return
		withdrawGoAhead()
		if (!product.isFree) rememberPageInstead(product.id, withCode(productPath(product), linkCodeFor(product)))
		const act = product.isFree ? takeWithoutClick : buyGuide
		run(async () => {
			const outcome = await act(product, goToSignIn)
			if (outcome === 'downloading') setDownloading(true)
			if (outcome === 'owned') await navigate(href('/account/guides'), { replace: true })
			if (outcome !== 'leaving') setGoesOn(false)
			return outcome
		})
	}, [product, run, goToSignIn, navigate])

	return [goingOn || goesOn, downloading]
}

/** Returns whether the visitor pressed a button for this guide before signing in, and is signed in now. */
function isBegun(product: ShelfProduct): boolean {
	return hasStoredSession() && hasGoAhead(addressToGet(product))
}
