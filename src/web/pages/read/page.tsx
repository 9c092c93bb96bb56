import { type ComponentType, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigate } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { readPath } from '#shared/paths.ts'
import { NotFound, notFoundMeta } from '#web/frame/not-found.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { NeedsScripts } from '#web/session/narrow-page.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { hasStoredSession, readStoredUser } from '#web/session/stored-session.ts'
import { guideToRead } from '#web/site/shop.server.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { LoadingText, NoCopy, NoReadingEdition, ReadFrame } from './read-frame.tsx'
import type { ReadingProps } from './reading.tsx'
import '#web/styles/chapter-text.css'
import './reading.css'
import './guide-text.css'

export { shouldRevalidate } from '#web/site/keep-data.ts'

/** Selects the guide; null if the shop has none at this address, or if it is coming soon. */
export function loader({ params: { slug } }: LoaderFunctionArgs): ShelfProduct | null {
	return guideToRead(slug)
}

export function meta({ loaderData: product }: MetaArgs<typeof loader>) {
	if (product == null) return notFoundMeta()
	return pageMeta({
		title: `Read ${product.shortTitle}`,
		description: `Read ${product.title} online.`,
		path: readPath(product),
		indexed: false,
	})
}

/** Shows the reading edition of a guide to a user who has the guide. Any signed-in user may read a free one. */
export default function ReadPage() {
	const product = useLoaderData<typeof loader>()
	return product === null ? (
		<NotFound />
	) : (
		<ReadProduct key={product.id} product={product} fileName={product.readingFile} />
	)
}

interface ReadProductProps {
	product: ShelfProduct
	/** The name of the reading edition's file; null if there is none. */
	fileName: string | null
}

function ReadProduct({ product, fileName }: ReadProductProps) {
	const { userId, signedOut } = useReader()
	const [Reading, again] = useReading()
	const navigate = useNavigate()
	const mustSignIn = signedOut && fileName !== null

	useEffect(() => {
		if (mustSignIn) void navigate(signInPath(readPath(product)), { replace: true })
	}, [mustSignIn, product, navigate])

	if (fileName === null) return <NoReadingEdition product={product} />
	if (Reading === 'failed') return <NoCopy product={product} again={again} />
	if (Reading !== null && userId !== null)
		return <Reading key={userId} product={product} fileName={fileName} userId={userId} />
	return (
		<ReadFrame product={product}>
			<NeedsScripts what="This page" />
			<LoadingText />
		</ReadFrame>
	)
}

/**
 * Returns the user whose guides may be shown. Until the session has been checked, that is the user of the stored session:
 * without a connection it can't be checked, but guides that were opened before must stay readable.
 */
function useReader(): { userId: string | null; signedOut: boolean } {
	const { user, loading, secondStepMissing } = useAuth()
	const [stored, setStored] = useState<unknown>(null)

	// biome-ignore lint/correctness/useExhaustiveDependencies: what is stored changes with the session
	useEffect(() => setStored(hasStoredSession() ? readStoredUser() : null), [user, loading])

	const storedId = idOf(stored)
	const signedOut = !loading && user === null && (secondStepMissing || !hasStoredSession())
	// If two-step verification is on, the second step of the stored session may be missing.
	const isTrusted = loading ? !hasFactors(stored) : !signedOut
	return { userId: user?.id ?? (isTrusted ? storedId : null), signedOut }
}

function idOf(user: unknown): string | null {
	const id: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, 'id') : null
	return typeof id === 'string' ? id : null
}

function hasFactors(user: unknown): boolean {
	const factors: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, 'factors') : null
	return Array.isArray(factors) && factors.length > 0
}

/** Returns the component that opens and shows a guide. It is loaded while the session is being checked. */
function useReading(): [Reading: ComponentType<ReadingProps> | 'failed' | null, again: () => void] {
	const [loaded, setLoaded] = useState<{ Reading: ComponentType<ReadingProps> | 'failed' | null }>({
		Reading: null,
	})
	const [attempt, setAttempt] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads it again
	useEffect(() => {
		if (!hasStoredSession()) return
		lazyImport(() => import('./reading.tsx')).then(setLoaded, () => setLoaded({ Reading: 'failed' }))
	}, [attempt])

	function again() {
		setLoaded({ Reading: null })
		setAttempt((last) => last + 1)
	}
	return [loaded.Reading, again]
}
