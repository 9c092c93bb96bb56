import type { User } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { AccountPage } from '#web/account/account-page.tsx'
import { pageMeta } from '#web/head/page-meta.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { call } from '#web/session/call.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { isPartShown } from '#web/site/site-settings.ts'
import { DataSection } from './data-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailChoice } from './email-choice.tsx'
import { EmailSection } from './email-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

export function meta() {
	return pageMeta({
		title: 'Your account',
		description: 'Your name, address, password, devices and data.',
		path: '/account',
		indexed: false,
	})
}

/** Shows everything that users can see and change about their account. */
export default function OwnAccountPage() {
	const navigate = useNavigate()
	const { user, loading } = useAuth()
	const signedOut = !loading && user === null
	useFreshUser(user?.id ?? null)

	useEffect(() => {
		if (signedOut) void navigate(signInPath('/account'), { replace: true })
	}, [signedOut, navigate])

	return (
		<AccountPage title="Your account" ready={user !== null}>
			{user === null ? <LoadingSections /> : <Sections key={user.id} user={user} />}
		</AccountPage>
	)
}

function Sections({ user }: { user: User }) {
	return (
		<>
			<NameSection user={user} />
			<EmailSection user={user} />
			{isPartShown(['phone-sign-in']) ? <PhoneSection user={user} /> : null}
			<PasswordSection user={user} />
			{isPartShown(['passkeys']) ? <PasskeysSection /> : null}
			<TwoStepSection user={user} />
			<IdentitiesSection user={user} />
			<DevicesSection />
			{user.email ? <NewsSection user={user} /> : null}
			<ReviewEmailsSection user={user} />
			<DataSection />
			<DeletionSection user={user} />
		</>
	)
}

/** A placeholder in the shape of the sections. */
function LoadingSections() {
	return (
		<div role="status" className="scripts-only">
			<span className="sr-only">Loading your account</span>
			{['name', 'email', 'password'].map((section) => (
				<div
					key={section}
					aria-hidden
					className="grid gap-x-12 gap-y-5 border-t border-rule py-9 xl:grid-cols-[14rem_minmax(0,1fr)]"
				>
					<div className="h-7 w-32 bg-rule" />
					<div className="h-12 bg-rule" />
				</div>
			))}
		</div>
	)
}

/**
 * Refreshes the session if the account has changed since it was last refreshed, for example because the user confirmed a new
 * address on another device.
 */
function useFreshUser(userId: string | null): void {
	useEffect(() => {
		if (userId === null) return
		void call('/auth/v1/user', async (supabase) => {
			const [{ data: known }, { data: fresh }] = [
				await supabase.auth.getSession(),
				await supabase.auth.getUser(),
			]
			const stored = known.session?.user.updated_at
			if (fresh.user !== null && fresh.user.updated_at !== stored) await supabase.auth.refreshSession()
		})
	}, [userId])
}

/** Lets users ask for news about new guides. It is off by default. The user's metadata stores when they asked. */
function NewsSection({ user }: { user: User }) {
	return (
		<EmailChoice
			id="news"
			title="News"
			note="Off until you tick it."
			label="Email me about new guides, once a month at most"
			isOn={typeof user.user_metadata.news_since === 'string'}
			stored={(on) => ({ news_since: on ? new Date().toISOString().slice(0, 10) : null })}
			says={(on) => (on ? 'We’ll email you about new guides.' : 'We won’t email you about new guides.')}
		>
			Only when there’s something new. Each email has a link to stop these emails.
		</EmailChoice>
	)
}

/** Lets a user opt out of the emails that ask for reviews, and opt in again. They can opt out even before the first one. */
function ReviewEmailsSection({ user }: { user: User }) {
	return (
		<EmailChoice
			id="review-emails"
			title="Emails about reviews"
			note="You don’t have to get these."
			label="Ask me what I think of a guide I have"
			isOn={user.user_metadata.no_review_requests !== true}
			stored={(on) => ({ no_review_requests: !on })}
			says={(on) => (on ? 'We’ll ask you once about each guide.' : 'We won’t ask you for reviews.')}
		>
			One email for each guide, at least a week after you got it. You’ll always get receipts and emails about
			your account.
		</EmailChoice>
	)
}
