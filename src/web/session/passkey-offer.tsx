import { href, Link } from 'react-router'
import { bundleIn } from '#shared/bundle-id.ts'
import { isProductPath, isWaitingPath } from '#shared/paths.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'
import { toast } from '#web/ui/toast.ts'
import { call } from './call.ts'

const offeredKey = 'headstart-passkey-offered'

/**
 * Offers a passkey once in each browser. Makes no offer if the device can't keep a passkey, if the user has one already, or
 * if a guide or a bundle is about to be taken or bought. The offer is recorded in the browser rather than the account, because each
 * device has passkeys of its own.
 */
export async function showOffer(target: string): Promise<void> {
	if (isAboutGuide(target) || browserStorage.read(offeredKey) !== null) return
	if (!('PublicKeyCredential' in window)) return
	if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
	const { answer } = await call('/auth/v1/passkeys', (supabase) => supabase.auth.passkey.list())
	// Without storage, the offer would be made at every sign-in.
	if (answer?.error !== null || !browserStorage.write(offeredKey, 'yes') || answer.data.length > 0) return
	const id = toast.info('Skip the password next time', {
		description: (
			<>
				<span className="block">
					With a passkey you sign in the way you unlock this device: fingerprint, face or PIN.
				</span>
				<Link to={`${href('/account')}#passkeys`} onClick={() => toast.dismiss(id)} className="link">
					Add a passkey
				</Link>
			</>
		),
		duration: 20_000,
	})
}

function isAboutGuide(target: string): boolean {
	return (
		isProductPath(target) ||
		isWaitingPath(target) ||
		bundleIn(target) !== null ||
		target.startsWith('/payment-success')
	)
}
