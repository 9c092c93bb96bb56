import {
	Fragment,
	type ReactNode,
	type Ref,
	type RefObject,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatPounds } from '#shared/money.ts'
import { productPath, withCode } from '#shared/paths.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { capitalised } from '#shared/wording.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { focusText } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { rememberPlace } from './bought-at.ts'
import { giveGoAhead, hasGoAhead, withdrawGoAhead } from './go-ahead.ts'
import { linkCodeForBundle } from './link-code.ts'
import { buyGuide } from './start-guide-action.ts'
import { WithLinkCode } from './with-link-code.tsx'

const withdrawn = 'This bundle is no longer sold'

export function toastWithdrawn(): void {
	toast.info(withdrawn)
}

interface BundleOfferProps {
	bundle: OfferedBundle
	/** The id of the guide whose page this is, if it is a guide's page. */
	guideId: string | undefined
	/** The ids of what the visitor has; null until they are known. */
	owned: ReadonlySet<string> | null
}

/**
 * Offers a bundle. If the user has a guide of it, shows a note instead of the price and the button, because the shop would refuse to
 * sell it. If they have all its guides, shows nothing but the note.
 */
export function BundleOffer({ bundle, guideId, owned }: BundleOfferProps) {
	const { id, title, sentence, price_pence: price, sum_pence: sum, guides } = bundle
	const offer = useRef<HTMLElement>(null)
	const button = useRef<HTMLButtonElement>(null)
	const { buy, busy, isWithdrawn } = useBuyBundle(bundle)
	const code = linkCodeForBundle(id, useLocation())
	useNamedOffer({ id, isKnown: owned !== null, offer, button, buy })
	useEffect(() => {
		if (isWithdrawn && offer.current !== null) focusText(offer.current)
	}, [isWithdrawn])

	const all = guides.length === 2 ? 'both' : `all ${guides.length}`
	const left = guides.filter((guide) => owned?.has(guide.id) !== true)
	if (left.length === 0)
		return (
			<section ref={offer} id={id} className="bundle" aria-label={title}>
				<p className="bundle-note">{`You already have ${all} guides of “${title}”.`}</p>
			</section>
		)
	const titleId = `${id}-title`
	return (
		<section ref={offer} id={id} className="bundle" aria-labelledby={titleId}>
			<h2 id={titleId} className="bundle-title">
				{title}
			</h2>
			{isWithdrawn ? (
				<p className="bundle-note">{withdrawn}.</p>
			) : (
				<>
					<p className="bundle-sentence">{sentence}</p>
					<GuidesInBundle guides={guides} guideId={guideId} />
					{left.length < guides.length ? (
						<OwnedNote guides={guides} left={left} guideId={guideId} />
					) : (
						<>
							<p className="bundle-price figures">
								{`${capitalised(all)} guides together `}
								<WithLinkCode productId={id} code={code}>
									<strong>{formatPounds(price)}</strong>{' '}
									<span>{`(${formatPounds(sum - price)} less than one by one)`}</span>
								</WithLinkCode>
							</p>
							<p className="bundle-button scripts-only">
								<BuyButton ref={button} busy={busy} onPress={buy}>
									{`Buy ${all}`}
									<span className="sr-only">{`: ${title}`}</span>
								</BuyButton>
							</p>
						</>
					)}
				</>
			)}
		</section>
	)
}

interface BuyButtonProps {
	ref: Ref<HTMLButtonElement>
	busy: boolean
	onPress: () => void
	children: ReactNode
}

function BuyButton({ ref, busy, onPress, children }: BuyButtonProps) {
	return (
		// Not `disabled` while busy, because that would take the keyboard focus away.
		<button
			ref={ref}
			type="button"
			className="outlined-button"
			aria-disabled={busy || undefined}
			onClick={onPress}
		>
			{busy ? 'Redirecting...' : children}
		</button>
	)
}

/** Buys a bundle. A visitor who has to sign in first comes back to its offer on this page, where the checkout then opens by itself. */
function useBuyBundle({ id, title, price_pence: pricePence, guides }: OfferedBundle) {
	const navigate = useNavigate()
	const [busy, run] = useBusy()
	const [isWithdrawn, setWithdrawn] = useState(false)

	function buy() {
		run(async () => {
			rememberPlace(id, `#${id}`)
			// A go-ahead that has not been used must not open another checkout when the visitor comes back from this one.
			withdrawGoAhead()
			const offer = { id, title, stripeProductId: id, pricePence, guides }
			const outcome = await buyGuide(offer, (tab) => {
				const path = offerAddress(id, window.location)
				giveGoAhead(path)
				void navigate(signInPath(path, tab))
			})
			if (outcome === 'withdrawn') {
				toastWithdrawn()
				setWithdrawn(true)
			}
			return outcome
		})
	}

	return { buy, busy, isWithdrawn }
}

interface NamedOffer {
	id: string
	/** Whether it is known what the visitor has. */
	isKnown: boolean
	offer: RefObject<HTMLElement | null>
	button: RefObject<HTMLButtonElement | null>
	buy: () => void
}

/**
 * Shows the offer if the address names it, and moves the focus to its button. If the visitor pressed the button before they signed
 * in, goes on to the checkout, but only once.
 */
function useNamedOffer({ id, isKnown, offer, button, buy }: NamedOffer): void {
	const { pathname, search, hash } = useLocation()
	const isNamed = hash === `#${id}`
	const address = offerAddress(id, { pathname, search, hash })

	const show = useEffectEvent((address: string) => {
		const isBegun = hasStoredSession() && hasGoAhead(address)
		if (isBegun) withdrawGoAhead()
		offer.current?.scrollIntoView({ block: 'center' })
		if (button.current !== null) {
			button.current.focus({ preventScroll: true })
			if (isBegun) buy()
		} else if (offer.current !== null) focusText(offer.current)
	})

	useEffect(() => {
		if (isNamed && isKnown) show(address)
	}, [isNamed, isKnown, address])
}

/** Returns the address of a bundle's offer on this page, with the code of the link that the visitor came by. */
function offerAddress(id: string, at: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
	return safeRedirect(withCode(`${at.pathname}#${id}`, linkCodeForBundle(id, at)))
}

type Guides = OfferedBundle['guides']

/** Links to the guides of a bundle. On the page of one of them, leaves it out. */
function GuidesInBundle({ guides, guideId }: { guides: Guides; guideId: string | undefined }) {
	const named = guides.filter(({ id }) => id !== guideId)
	return (
		<p className="bundle-guides">
			{guideId === undefined ? null : 'With '}
			{named.map((guide, index) => (
				<Fragment key={guide.id}>
					{index === 0 ? null : index === named.length - 1 ? ' and ' : ', '}
					<Link to={productPath(guide)} className="link">
						{guide.title}
					</Link>
				</Fragment>
			))}
		</p>
	)
}

interface OwnedNoteProps {
	guides: Guides
	/** The guides that the user doesn't have. */
	left: Guides
	guideId: string | undefined
}

/** Says which guides of a bundle the user has, and what the others cost. */
function OwnedNote({ guides, left, guideId }: OwnedNoteProps) {
	const titles = guides.filter((guide) => !left.includes(guide)).map(({ title }) => title)
	return (
		<p className="bundle-note">
			{`You already have ${new Intl.ListFormat('en-GB').format(titles)}.`}
			{left.map((guide) => (
				<Fragment key={guide.id}>
					{' '}
					{guide.id === guideId ? (
						guide.title
					) : (
						<Link to={productPath(guide)} className="link">
							{guide.title}
						</Link>
					)}
					{` on its own is ${formatPounds(guide.price_pence)}.`}
				</Fragment>
			))}
		</p>
	)
}
