import { Fragment, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { isWaitingPath } from '#shared/paths.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { FocusedHeading, NarrowPage } from '#web/session/narrow-page.tsx'
import { awaitsSecondStep } from '#web/session/read-session.ts'
import { targetOf } from '#web/session/sign-in-paths.ts'
import { StepAside } from '#web/session/step-aside.tsx'
import { stepData } from '#web/session/step-data.server.ts'
import { StepPage } from '#web/session/step-page.tsx'
import { readAddressProof } from '#web/session/stored-session.ts'
import { offerPasskey } from '#web/session/toasts.tsx'
import { useQuery } from '#web/session/use-in-browser.ts'
import { giveGoAhead } from '#web/shop/go-ahead.ts'
import { useWaiting } from '#web/shop/waiting-guide.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { afterLink, linkTexts, readEmailedLink, signsIn, verifyLink } from './email-link.ts'
import { UnusableLink } from './unusable-link.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

export function loader() {
	return stepData()
}

export function meta() {
	return pageMeta({
		title: 'One last step',
		description: 'The last step of what you started in one of our emails.',
		path: '/auth/confirm',
		indexed: false,
	})
}

/**
 * Opened by an emailed link. The link is not used until the visitor presses the button, so that email scanners don’t use it up.
 */
export default function AuthConfirmPage() {
	const query = useQuery()
	const navigate = useNavigate()
	const [state, setState] = useState<'ready' | 'busy' | 'dead' | 'half' | 'elsewhere' | 'kept'>('ready')
	const link = query === null ? undefined : readEmailedLink(query)
	const target = link && signsIn(link.type) ? targetOf(query) : '/'
	const waiting = useWaiting(target)

	async function confirm() {
		if (!link || state === 'busy') return
		setState('busy')
		const verified = await verifyLink(link)
		if (verified.kind !== 'signed-in') {
			setState(verified.kind === 'failed' ? 'ready' : verified.kind)
			return
		}
		// The page says that it continues with the waiting guide or bundle, so pressing its button counts as a go-ahead.
		if (waiting && waiting.next !== 'read') giveGoAhead(target)
		const { title, description, path } = afterLink(link.type, verified.session, target)
		// The page of a waiting guide says by itself that it is theirs.
		const saysSo = title !== 'Welcome back!' && path === target && isWaitingPath(target)
		if (title !== null && !saysSo && !awaitsSecondStep(verified.session)) {
			toast.success(title, { description })
			if (signsIn(link.type) && path === target) offerPasskey(target)
		}
		void navigate(path, { replace: true })
	}

	if (link === null) {
		return (
			<UnusableLink title="This link is incomplete" type={null} target={target}>
				Part of the address is missing, which happens when a long link is copied or broken over two lines.
				Open the link from the email itself, or ask for a new one.
			</UnusableLink>
		)
	}
	if (state === 'dead') {
		return (
			<UnusableLink title="This link no longer works" type={link?.type ?? null} target={target}>
				The link has expired, has already been used, or has been replaced by a newer one.
			</UnusableLink>
		)
	}
	if (state === 'kept') {
		return (
			<NarrowPage>
				<FocusedHeading>Two-step verification stays on</FocusedHeading>
				<p>
					Signing in still asks for your second step. If you didn’t ask for the link that recovered your
					account, someone else can read your emails. Change the password of your mailbox first, then set a
					new one here.
				</p>
				<ButtonLink to={`${href('/auth')}?redirect=/account`}>Sign in</ButtonLink>
				<ButtonLink to={href('/auth/recover')} variant="secondary">
					Set a new password
				</ButtonLink>
			</NarrowPage>
		)
	}
	if (state === 'half') {
		return (
			<NarrowPage>
				<FocusedHeading>Now confirm in your other mailbox</FocusedHeading>
				<p>
					Thanks, that’s one of two. Now open the email we sent to your other address and press the button
					there. Nothing changes until you do.
				</p>
				<ButtonLink to={href('/account')} variant="secondary">
					Go to your account
				</ButtonLink>
			</NarrowPage>
		)
	}
	if (state === 'elsewhere') {
		return (
			<NarrowPage>
				<FocusedHeading>The address has changed</FocusedHeading>
				<p>
					To sign in, ask for a link to the new address. You didn’t ask for the change in this browser. So, to
					be safe, every device is signed out, and the old password, passkeys and other ways to sign in no
					longer work. Your guides are still there.
				</p>
				<ButtonLink to={`${href('/auth/link')}?redirect=/account`}>Email me a link</ButtonLink>
			</NarrowPage>
		)
	}
	const texts = linkTexts[link?.type ?? 'signup']
	return (
		<StepPage target={target} givesGoAhead aside={<StepAside notes={link === undefined ? [] : notes} />}>
			<Fragment key={link?.type}>
				<h1 className="text-title">{texts.title}</h1>
				<p>{texts.text}</p>
				{link?.type === 'email_change' && !readAddressProof() ? (
					<p>
						If you asked for it in another browser, open the email there instead. If you confirm it here,
						you’re signed out everywhere, and your password and other ways to sign in are removed.
					</p>
				) : null}
				<Button disabled={link === undefined} aria-disabled={state === 'busy' || undefined} onClick={confirm}>
					{state === 'busy' ? texts.busyLabel : texts.button}
				</Button>
			</Fragment>
		</StepPage>
	)
}

const notes = [
	'Why a button? Some email programs open every link to check it. With a button, only you can use yours.',
]
