import { type CurrentUser, currentUser } from '#web/session/current-user.ts'
import { stillSignedIn } from '#web/session/still-signed-in.ts'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { toast } from '#web/ui/toast.ts'

/** What must be done by somebody signed in: what to say to others, and how to send them to sign in. */
export interface SignInGate {
	words: 'Please sign in to download PDFs' | 'Please sign in to purchase this product'
	goToSignIn: () => void
}

/** Sends a visitor without any session to sign in. Answers at once, so that a tab can still be opened in the click. */
export function turnedAway(gate: SignInGate): boolean {
	if (hasStoredSession()) return false
	sendToSignIn(gate)
	return true
}

/** The user who acts; a visitor whose session turns out to be over is sent to sign in. */
export async function userOrSignIn(gate: SignInGate): Promise<CurrentUser> {
	const current = await currentUser()
	if (current.kind === 'nobody') sendToSignIn(gate)
	return current
}

/** After a refusal that may mean the session is dead: true where it was, and the visitor has been sent to sign in. */
export async function sessionWasOver(gate: SignInGate): Promise<boolean> {
	if (await stillSignedIn()) return false
	sendToSignIn(gate)
	return true
}

function sendToSignIn(gate: SignInGate): void {
	toast.error(gate.words)
	gate.goToSignIn()
}
