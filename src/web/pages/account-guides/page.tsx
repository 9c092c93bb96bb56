import { useEffect } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import type { EarlierEdition } from '#shared/catalogue-schema.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { AccountPage } from '#web/account/account-page.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import type { Failure } from '#web/session/failed-requests.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { onShelf, productsOffSale, shelf, shopState } from '#web/site/shop.server.ts'
import { Button } from '#web/ui/button.tsx'
import { focusContent } from '#web/ui/focus.ts'
import type { Offered } from './read-guides.ts'
import { useGuides } from './use-guides.ts'
import './guides.css'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function meta() {
	return pageMeta({
		title: 'Your guides',
		description: 'The guides you have taken or bought, to download again.',
		path: '/account/guides',
		indexed: false,
	})
}

/** Selects all products, because only the visitor's browser knows which ones the user has. */
export function loader(): Offered {
	const off = productsOffSale()
	const products = [...shopState().products, ...off]
	return {
		shelf: shelf(),
		offSale: off.map(onShelf),
		editions: Object.fromEntries(products.map((product) => [product.id, editionsOf(product)])),
		furtherFiles: Object.fromEntries(
			products.map(({ id, previewContent }) => [
				id,
				previewContent.furtherFiles
					// The reading edition has a page of its own.
					.filter(({ format }) => format !== 'JSON')
					.map(({ name, format }) => ({ name, format })),
			]),
		),
	}
}

/** Returns the editions of a product, newest first. The current one is listed without its file. */
function editionsOf({ edition, earlierEditions = [], ownerEdition }: OfferedProduct): EarlierEdition[] {
	const current = [ownerEdition, edition].flatMap((one) => (one === null ? [] : [{ ...one, file: null }]))
	return [...current, ...earlierEditions].filter(
		({ date }, index, all) => all.findIndex((other) => other.date === date) === index,
	)
}

/** Shows the guides and receipts of the user. */
export default function AccountGuidesPage() {
	const navigate = useNavigate()
	const { hash } = useLocation()
	const { user, loading } = useAuth()
	const [guides, again] = useGuides(user?.id ?? null, useLoaderData<typeof loader>())
	const signedOut = !loading && user === null

	useEffect(() => {
		if (signedOut) void navigate(signInPath(`/account/guides${hash}`), { replace: true })
	}, [signedOut, hash, navigate])

	function loadAgain() {
		focusContent()
		again()
	}

	return (
		<AccountPage title="Your guides" ready={guides !== null}>
			{guides === null ? <LoadingGuides /> : null}
			{guides?.kind === 'failed' ? <Failed failure={guides.failure} again={loadAgain} /> : null}
			{guides?.kind === 'failed' && guides.KeptGuides !== null && user !== null ? (
				<guides.KeptGuides userId={user.id} />
			) : null}
			{guides?.kind === 'loaded' ? <guides.GuideList guides={guides} again={loadAgain} /> : null}
		</AccountPage>
	)
}

function Failed({ failure, again }: { failure: Failure; again: () => void }) {
	return (
		<div className="grid justify-items-start gap-4">
			<p>We couldn’t load your guides just now. They’re still yours.</p>
			<p className="margin-note">
				<FailureText failure={failure} />
			</p>
			<Button onClick={again}>Try again</Button>
		</div>
	)
}

/** A placeholder in the shape of two guides. */
function LoadingGuides() {
	return (
		<div role="status" className="scripts-only">
			<span className="sr-only">Loading your guides</span>
			{[1, 2].map((item) => (
				<div key={item} aria-hidden className="shelf-place">
					<div className="aspect-[1280/2275] bg-rule" />
					<div className="grid content-start gap-3">
						<div className="h-6 w-4/5 bg-rule" />
						<div className="h-5 w-3/5 bg-rule" />
						<div className="mt-4 h-12 w-32 bg-rule" />
					</div>
				</div>
			))}
		</div>
	)
}
