import { useEffect } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import type { EarlierEdition, ShelfProduct } from '#shared/catalogue-schema.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { AccountPage } from '#web/account/account-page.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { PagesPicture } from '#web/products/product-cover.tsx'
import { useAuth } from '#web/session/auth-provider.tsx'
import type { Failure } from '#web/session/failed-requests.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { useInBrowser } from '#web/session/use-in-browser.ts'
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
					.map(({ name, format, title, purpose }) => ({
						name,
						format,
						...(title === undefined ? {} : { title }),
						...(purpose === undefined ? {} : { purpose }),
					})),
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
	const { hash, state } = useLocation()
	const { user, loading } = useAuth()
	const offered = useLoaderData<typeof loader>()
	// The server doesn't know it.
	const boughtId = useInBrowser(() => boughtIn(state), undefined)
	const [guides, again] = useGuides(user?.id ?? null, offered)
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
			{guides === null ? <LoadingGuides bought={offered.shelf.find(({ id }) => id === boughtId)} /> : null}
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

/** Returns the id of the guide with which the visitor comes from the success page. */
function boughtIn(state: unknown): string | undefined {
	const found = typeof state === 'object' && state !== null && 'bought' in state ? state.bought : undefined
	return typeof found === 'string' ? found : undefined
}

/** A placeholder in the shape of two guides. The first is the one that has just been bought, if there is one. */
function LoadingGuides({ bought }: { bought: ShelfProduct | undefined }) {
	return (
		<div role="status" className="scripts-only">
			<span className="sr-only">Loading your guides</span>
			{[1, 2].map((item) => (
				<div key={item} aria-hidden className="shelf-place">
					{item === 1 && bought !== undefined ? (
						<div className="moving-cover">
							<PagesPicture product={bought} sizes="(width < 48rem) 8.5rem, 12.5rem" />
						</div>
					) : (
						<div className="aspect-[1280/2275] bg-rule" />
					)}
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
