import { SiteOnly } from '#web/site/conditional-content.tsx'
import { siteText } from '#web/site/site-settings.ts'

/** Says who else sees what, as the settings have it. */
export function OptionalReceivers() {
	return (
		<>
			<SiteOnly when="google-sign-in">
				<p>
					Google, only if you choose “Continue with Google”: it tells us your name, your email address and an
					id of your account there. We don’t tell Google what you do here.
				</p>
			</SiteOnly>
			<SiteOnly when="campus-sign-in">
				<p>
					Your university, only if you sign in with it: it tells us your name, your email address and an id of
					your account there. It sees that you signed in here, and when. We don’t tell it what you do here.
				</p>
			</SiteOnly>
			<SiteOnly when="phone-sign-in">
				<p>
					The company that sends our text messages, only if you sign in by phone or use one as your second
					step: your number and the code. We keep the number with your account until you remove it. If you
					never confirm a number, we delete it after 30 days.
				</p>
			</SiteOnly>
			<SiteOnly when="captcha-widget">
				<p>
					{siteText('captcha-company')}, when you sign in, sign up or ask for an email: it checks that you’re
					not a robot, and sees your network address and your browser for that. No other page of this site
					loads anything from another company.
				</p>
			</SiteOnly>
			<SiteOnly unless="captcha-widget">
				<p>No page of this site loads anything from another company.</p>
			</SiteOnly>
		</>
	)
}

/** Says which cookie a sign-in with Google sets, if the shop offers that. */
export function SignInCookie() {
	return (
		<SiteOnly when="google-sign-in">
			<p>
				While you sign in with Google, one cookie makes sure that you finish in the browser you started in. It
				lasts nine minutes at most.
			</p>
		</SiteOnly>
	)
}
