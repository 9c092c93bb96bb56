import { type ReactNode, Suspense, useEffect } from 'react'
import { checkSession, type Session, signOut } from '#admin/session/session.ts'
import { LaterSetUpStep, LaterSignInForm, LaterTakeStep } from '#admin/sign-in/later-steps.ts'
import { Failed, Loading } from '#admin/ui/states.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shows the next step of signing in, before a member may see a page. */
export function Gate({ session }: { session: Exclude<Session, { kind: 'in' }> }) {
	switch (session.kind) {
		case 'unknown':
			return (
				<GateFrame title="The admin">
					<Loading label="Checking who you are …" />
				</GateFrame>
			)
		case 'failed':
			return (
				<GateFrame title="The admin can’t be shown">
					<Failed error={session.error} onRetry={() => void checkSession()} />
				</GateFrame>
			)
		case 'stranger':
			return (
				<GateFrame title="Not a member">
					<p>{session.message}</p>
					<SignOut />
				</GateFrame>
			)
		case 'half':
			return session.step === 'take' ? (
				<GateFrame title="One more step">
					<LaterTakeStep onTaken={() => void checkSession()} />
					<SignOut />
				</GateFrame>
			) : (
				<GateFrame title="Set up a second step">
					<LaterSetUpStep onDone={() => void checkSession()} />
					<SignOut />
				</GateFrame>
			)
		case 'signed-out':
			return (
				<GateFrame title="Sign in">
					{session.reason ? <p role="status">{session.reason}</p> : null}
					<LaterSignInForm />
				</GateFrame>
			)
	}
}

function SignOut() {
	return (
		<Button variant="quiet" size="small" className="-ml-4 justify-self-start" onClick={() => void signOut()}>
			Sign in with a different account
		</Button>
	)
}

/** The frame of the steps before the pages: signing in, the second step, an invitation. */
export function GateFrame({ title, children }: { title: string; children: ReactNode }) {
	useEffect(() => {
		document.title = `${title} – Shop admin`
	}, [title])
	return (
		<main id="content" tabIndex={-1} className="gate">
			<p className="admin-name">
				Shop <span className="text-soft">admin</span>
			</p>
			<h1 className="text-heading">{title}</h1>
			<Suspense fallback={<Loading lines={2} />}>{children}</Suspense>
		</main>
	)
}
