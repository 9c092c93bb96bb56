import { lazy, Suspense, useEffect } from 'react'
import { href, Link, useLocation } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { isPlanner, readPath } from '#shared/paths.ts'
import { priceFact } from '#web/products/facts.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusPart } from '#web/ui/focus.ts'
import { orNotLoaded } from '#web/ui/later-part.tsx'
import type { WithoutGuide } from './load-guide.ts'
import { AboutLink, LoadingText, Message, NoCopy, ReadFrame, RetrySteps } from './read-frame.tsx'
import type { Guide } from './read-guide.ts'
import { Reader } from './reader.tsx'
import { useGuide } from './use-guide.ts'

export interface ReadingProps {
	product: ShelfProduct
	fileName: string
	userId: string
}

/** Opens a guide for a user, and shows it or says why that isn't possible. */
export function Reading({ product, fileName, userId }: ReadingProps) {
	const [opened, again] = useGuide(product, fileName, userId)
	switch (opened.kind) {
		case 'open':
			if (isPlanner(product)) return <PlannerOrGuide product={product} userId={userId} {...opened} />
			// With the key, another edition gets a new `Reader`, which finds the user's place by its chapter.
			return <Reader key={opened.guide.edition} product={product} userId={userId} {...opened} />
		case 'not-owned':
			return <NotOwned product={product} reason={opened.reason} wasKept={opened.wasKept} />
		case 'failed':
			return opened.failure.unreachable ? (
				<NoCopy product={product} again={again} />
			) : (
				<Message
					product={product}
					heading="We couldn’t open it just now"
					steps={<RetrySteps again={again} />}
				>
					<p>That’s our fault. The guide is still yours, and downloading it may work.</p>
					<p className="margin-note">
						<FailureText failure={opened.failure} />
					</p>
				</Message>
			)
		default:
			return (
				<ReadFrame product={product}>
					<LoadingText />
				</ReadFrame>
			)
	}
}

const HolderPlanner = lazy(() =>
	orNotLoaded(async () => ({ default: (await import('#web/planner/holder-planner.tsx')).HolderPlanner })),
)

interface PlannerOrGuideProps {
	product: ShelfProduct
	userId: string
	guide: Guide
	unchecked: boolean
}

/** The planner to fill in; or its how-to, if the address names one of its chapters. */
function PlannerOrGuide({ product, userId, guide, unchecked }: PlannerOrGuideProps) {
	const { hash } = useLocation()
	const chapter = guide.chapters.find(({ id }) => hash === `#${id}` || hash.startsWith(`#${id}--`))
	// The how-to is on the page only after the navigation to its chapter has ended.
	useEffect(() => {
		const part = chapter && document.getElementById(chapter.id)
		if (!part) return
		part.scrollIntoView()
		focusPart(part)
	}, [chapter])
	if (chapter !== undefined)
		return (
			<>
				<p className="page-width pt-4 font-display text-label print:hidden">
					<Link to={readPath(product)} className="link inline-flex min-h-11 items-center">
						Back to the planner
					</Link>
				</p>
				<Reader key={guide.edition} product={product} userId={userId} guide={guide} unchecked={unchecked} />
			</>
		)
	return (
		<ReadFrame product={product}>
			<Suspense fallback={<LoadingText />}>
				<HolderPlanner product={product} userId={userId} />
			</Suspense>
			<p className="margin-note mt-8 print:hidden">
				It opens without a connection too, in this browser, until you sign out.{' '}
				<Link to={`#${guide.chapters[0]?.id ?? ''}`} className="link">
					How the planner works
				</Link>{' '}
				describes the spreadsheet in your download, which follows the same rules: “Save as a spreadsheet”
				fills it in with your numbers, and “Open a copy” reads it back.
			</p>
		</ReadFrame>
	)
}

interface NotOwnedProps {
	product: ShelfProduct
	reason: WithoutGuide
	wasKept: boolean
}

function NotOwned({ product, reason, wasKept }: NotOwnedProps) {
	const { heading, text } = reasons[reason]
	const price = product.pricePence === null ? '' : ` It costs ${priceFact(product)}.`
	return (
		<Message
			product={product}
			heading={heading}
			steps={
				<>
					{reason === 'disputed' || reason === 'held' ? (
						<ButtonLink to={href('/contact')}>Contact us</ButtonLink>
					) : null}
					<AboutLink product={product} />
				</>
			}
		>
			<p>
				{text}
				{reason === 'never-had' ? price : null}
			</p>
			{wasKept ? <p>The copy that was kept in this browser has been removed.</p> : null}
		</Message>
	)
}

const reasons: Readonly<Record<WithoutGuide, { heading: string; text: string }>> = {
	'never-had': {
		heading: 'It isn’t among your guides',
		text: 'You can read it here, and download it, once you have it.',
	},
	refunded: {
		heading: 'It was refunded',
		text: 'You can no longer read or download it. The money can take a few days to reach you.',
	},
	disputed: {
		heading: 'Disputed with your bank',
		text: 'You can’t read it until the bank has decided. If the payment stands, you can read it again.',
	},
	held: {
		heading: 'Your payment is on hold',
		text: 'Your payment arrived, but something about it didn’t match the order. A person will check it, then release the guide or refund you.',
	},
}
