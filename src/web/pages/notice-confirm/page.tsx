import { useState } from 'react'
import { href } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { detailPath } from '#shared/paths.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { PagesPicture } from '#web/products/product-cover.tsx'
import { TellMeWhenForm } from '#web/products/tell-me-when-form.tsx'
import { followLink } from '#web/session/call-function.ts'
import { FocusedHeading, NarrowPage, NeedsScripts } from '#web/session/narrow-page.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { shelf } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'

export function meta() {
	return pageMeta({
		title: 'Tell me when it’s out',
		description: 'Confirm your address, and we’ll tell you when the guide is out.',
		path: '/notice/confirm',
		indexed: false,
	})
}

/** Selects all products, because only the link names one. */
export function loader() {
	return { shelf: shelf() }
}

/**
 * Opened by an emailed link, on any device. Nothing is confirmed until the visitor presses the button, so that email scanners
 * confirm nothing.
 */
export default function NoticeConfirmPage() {
	const query = useQuery()
	const [state, setState] = useState<'ready' | 'done' | 'dead'>('ready')
	const [busy, run] = useBusy()
	const token = query?.get('token') ?? ''
	const product = useShelf().find(({ id }) => id === query?.get('guide'))

	async function confirm() {
		const outcome = await followLink('confirm-release-notice', { token })
		if (outcome !== 'failed') setState(outcome)
	}

	if (query !== null && (token === '' || state === 'dead')) return <UnusableLink product={product} />
	if (state === 'done') return <Confirmed product={product} />
	return (
		<NarrowPage notes={notes}>
			<NeedsScripts what="This page" />
			<h1 className="text-title">Shall we tell you when it’s out?</h1>
			<Awaited product={product} />
			<p>Press the button, and we’ll send you one email when the guide is out. Nothing else.</p>
			<Button disabled={query === null} aria-disabled={busy || undefined} onClick={() => run(confirm)}>
				{busy ? 'Confirming...' : 'Yes, tell me'}
			</Button>
		</NarrowPage>
	)
}

const notes = [
	'Why a button? Some email programs open every link to check it. With a button, only you can put yourself on the list.',
]

const afterwards = [
	'This hasn’t created an account. Your address is on a separate list, and we delete it 30 days after we’ve told you.',
]

/** The product that the visitor waits for, if the link names one. */
function Awaited({ product }: { product: ShelfProduct | undefined }) {
	if (product === undefined) return null
	return (
		<div className="grid w-full grid-cols-[6rem_minmax(0,1fr)] items-center gap-6 border-y border-rule py-5">
			<PagesPicture product={product} />
			<p className="text-subheading font-display font-bold">{product.title}</p>
		</div>
	)
}

function Confirmed({ product }: { product: ShelfProduct | undefined }) {
	const released = product === undefined ? undefined : detailPath(product)
	return (
		<NarrowPage notes={afterwards}>
			<FocusedHeading>You’re on the list</FocusedHeading>
			<Awaited product={product} />
			{released === undefined ? (
				<>
					<p>
						We’ll send you one email when it’s out. Changed your mind? The email you’ve just opened has a link
						that takes you off the list.
					</p>
					<ButtonLink to={href('/free')}>Read something free until then</ButtonLink>
				</>
			) : (
				<>
					<p>It’s out already, so the email is on its way. You needn’t wait for it.</p>
					<ButtonLink to={released}>See the guide</ButtonLink>
				</>
			)}
		</NarrowPage>
	)
}

function UnusableLink({ product }: { product: ShelfProduct | undefined }) {
	return (
		<NarrowPage>
			<FocusedHeading>This link doesn’t work any more</FocusedHeading>
			<p>
				Have you pressed its button before? Then you’re on the list, and there’s nothing left to do. Otherwise
				it has expired, or part of the address is missing.
			</p>
			{product?.comingSoon ? (
				<div className="grid w-full gap-5 border-t border-rule pt-5">
					<p>Ask for a new link:</p>
					<TellMeWhenForm product={product} />
				</div>
			) : (
				<ButtonLink to={href('/')}>See all guides</ButtonLink>
			)}
		</NarrowPage>
	)
}
