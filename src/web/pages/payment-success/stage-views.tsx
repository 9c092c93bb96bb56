import { href, Link } from 'react-router'
import type { Failure } from '#web/session/failed-requests.ts'
import { FailureText } from '#web/session/toasts.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { unreachableMessage } from '#web/ui/toast.ts'
import { StageText } from './purchase-band.tsx'
import type { Ending } from './use-purchase.ts'

interface BundleProps {
	/** Whether a bundle is being bought, so that the texts speak of several guides. */
	isBundle: boolean
}

/** Shown while the provider has not confirmed the payment. Explains what that means, and that the buyer may leave the page. */
export function Waiting({ isBundle }: BundleProps) {
	return (
		<StageText title="Waiting for your bank to confirm">
			<p>
				A card payment usually takes less than a minute, a payment from a bank account a few working days.
				This page keeps checking, and you won’t be charged twice.
			</p>
			<p>
				You can close this page. Once the payment is confirmed, you’ll find{' '}
				{isBundle ? 'the guides' : 'the guide'} under <GuidesLink />.
			</p>
			<StillCancel />
		</StageText>
	)
}

interface StillWaitingProps extends BundleProps {
	failure: Failure
	again: () => void
}

export function StillWaiting({ isBundle, failure, again }: StillWaitingProps) {
	return (
		<StageText title="Your payment is still being confirmed">
			<p>
				It hasn’t failed, and you don’t need to pay again. As soon as it’s confirmed,{' '}
				{isBundle ? 'the guides appear' : 'the guide appears'} under <GuidesLink />, even if you close this
				page. If it doesn’t go through, you won’t be charged.
			</p>
			<StillCancel />
			<p className="margin-note">
				<FailureText failure={failure} />
			</p>
			<Button onClick={again}>Check again</Button>
		</StageText>
	)
}

/** Shown if the page cannot continue by itself. The payment is safe in every case; only the next step differs. */
export function Stuck({
	at,
	failure,
	again,
}: {
	at: 'purchase' | 'file' | 'elsewhere'
	failure: Failure
	again: () => void
}) {
	return (
		<StageText title={stuckTexts[at].title}>
			<p>{stuckTexts[at].text}</p>
			<Reference failure={failure} />
			<div className="flex flex-wrap gap-3">
				<Button onClick={again}>Try again</Button>
				<ButtonLink to={href('/contact')} variant="secondary">
					Contact us
				</ButtonLink>
				<ButtonLink to={href('/account/guides')} variant="quiet" className="max-sm:-ml-5">
					Your guides
				</ButtonLink>
			</div>
		</StageText>
	)
}

const stuckTexts = {
	purchase: {
		title: 'We couldn’t find this purchase',
		text: 'It may belong to another account: sign in with the address you bought it with. If you were charged, the payment provider has a record of it and nothing is lost.',
	},
	file: {
		title: 'Your payment is safe, but the file isn’t here yet',
		text: 'The guide is yours, but we couldn’t fetch its file just now. Try again, or download it later from your guides.',
	},
	elsewhere: {
		title: 'We couldn’t check just now',
		text: 'The fault is ours. If you paid, the payment is recorded and the guide will appear under your guides. You don’t need to pay again.',
	},
} as const

interface EndedProps extends BundleProps {
	status: Ending
	/** Where the guide or the bundle can be bought again; undefined if the shop no longer offers it. */
	offer: { path: string; name: string } | undefined
}

/** Shown for a purchase that ended without a delivered guide. */
export function Ended({ isBundle, status, offer }: EndedProps) {
	const canBuyAgain = status === 'failed' || status === 'expired' || status === 'refunded'
	const { title, text } = (isBundle ? bundleEndedTexts : endedTexts)[status]
	const needsPerson = status === 'held' || status === 'disputed'
	return (
		<StageText title={title}>
			<p>{text}</p>
			{status === 'held' ? <StillCancel /> : null}
			<div className="flex flex-wrap gap-3">
				{canBuyAgain && offer !== undefined ? (
					<ButtonLink to={offer.path}>Back to {offer.name}</ButtonLink>
				) : (
					<ButtonLink to={href('/account/guides')}>Your guides</ButtonLink>
				)}
				{needsPerson ? (
					<ButtonLink to={href('/contact')} variant="secondary">
						Contact us
					</ButtonLink>
				) : null}
				<ButtonLink to={href('/premium')} variant="quiet" className="max-sm:-ml-5">
					Premium guides
				</ButtonLink>
			</div>
		</StageText>
	)
}

const endedTexts: Readonly<Record<Ending, { title: string; text: string }>> = {
	held: {
		title: 'We’re checking your payment',
		text: 'It arrived, but something about it didn’t match the order. A person will check it, then release the guide or refund you.',
	},
	failed: {
		title: 'The payment didn’t go through',
		text: 'Your bank declined it. You haven’t been charged.',
	},
	expired: {
		title: 'This checkout has closed',
		text: 'It was left open too long without a payment. You haven’t been charged.',
	},
	duplicate: {
		title: 'You already own this guide',
		text: 'We’re refunding this second payment in full to the card you used. You still have your guide.',
	},
	refunded: {
		title: 'This purchase was refunded',
		text: 'You can no longer download the guide. The money can take a few days to reach you.',
	},
	disputed: {
		title: 'This payment is disputed with your bank',
		text: 'You can’t download the guide until the bank has decided. If the payment stands, you can download it again.',
	},
}

const bundleEndedTexts: typeof endedTexts = {
	...endedTexts,
	held: {
		title: endedTexts.held.title,
		text: 'It arrived, but something about it didn’t match the order. A person will check it, then release the guides or refund you.',
	},
	duplicate: {
		title: 'You already own one of these guides',
		text: 'We’re refunding this payment in full to the card you used. You still have the guides you owned before.',
	},
	refunded: {
		title: endedTexts.refunded.title,
		text: 'You can no longer download the guides. The money can take a few days to reach you.',
	},
	disputed: {
		title: endedTexts.disputed.title,
		text: 'You can’t download the guides until the bank has decided. If the payment stands, you can download them again.',
	},
}

/** Says that the right to cancel still exists, as the law asks where nothing has been delivered yet. */
function StillCancel() {
	return (
		<p>
			Until it’s delivered you can still cancel, for any reason:{' '}
			<Link to={`${href('/refunds')}#your-right-to-cancel`} className="link">
				your right to cancel
			</Link>
			.
		</p>
	)
}

function GuidesLink() {
	return (
		<Link to={href('/account/guides')} className="link">
			your guides
		</Link>
	)
}

/** Shows the request's reference, or that the server could not be reached. The link to the contact page is among the buttons. */
function Reference({ failure: { reference, unreachable } }: { failure: Failure }) {
	const text = unreachable ? unreachableMessage : reference === null ? null : `Reference ${reference}`
	return text === null ? null : <p className="margin-note">{text}</p>
}
