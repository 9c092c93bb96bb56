import { href } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { priceFact } from '#web/products/facts.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { WithoutGuide } from './load-guide.ts'
import { AboutLink, LoadingText, Message, NoCopy, ReadFrame, RetrySteps } from './read-frame.tsx'
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
