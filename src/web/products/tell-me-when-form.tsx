import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { confirmNoticeDays } from '#shared/message-rules.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { callFunction } from '#web/session/call-function.ts'
import { EmailField } from '#web/session/fields.tsx'
import { prepareSupabase } from '#web/session/supabase.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'

/** Asks for an address to email when a product is released, then says that the address has to be confirmed. */
export function TellMeWhenForm({ product }: { product: ShelfProduct }) {
	const { user } = useAuth()
	const [sentTo, setSentTo] = useState<string | null>(null)
	const { busy, errors, form } = useForm(async ({ field, refuse }) => {
		const email = field('email')
		const outcome = await requestNotice(email, product.id)
		if (outcome === 'sent') setSentTo(email)
		else if (outcome !== 'failed') refuse({ email: refusals[outcome] })
	})

	if (sentTo !== null) return <ConfirmFirst sentTo={sentTo} />
	return (
		<form {...form} onFocus={prepareSupabase} className="grid content-start gap-4">
			<EmailField defaultValue={user?.email} key={user?.email} error={errors.email} maxLength={255} />
			<p className="text-[1rem] leading-normal text-soft">
				You’ll get one email now, to confirm your address, and one when the guide is out. Nothing else, and
				you can stop it at any time.{' '}
				<Link to={href('/privacy')} className="link">
					How we treat your address
				</Link>
			</p>
			<Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
				{busy ? 'Sending...' : 'Tell me when'}
			</Button>
		</form>
	)
}

/** Asks the server to send an email when a product is released. If it `failed`, the visitor has seen a message. */
async function requestNotice(
	email: string,
	productId: string,
): Promise<'sent' | 'bad-address' | 'not-awaited' | 'failed'> {
	const { status, failure } = await callFunction('request-release-notice', { email, productId })
	if (status === 200) return 'sent'
	if (status === 400) return 'bad-address'
	if (status === 404) return 'not-awaited'
	const wait = status === 429 ? 'We’ve had many requests at once. Please try again in an hour.' : undefined
	toastFailure('Not sent yet', failure, wait ?? 'Please try again in a moment.')
	return 'failed'
}

const refusals = {
	'bad-address': 'Please give a full address, such as name@example.com.',
	'not-awaited': 'This guide may be out already. Load the page again to see.',
}

/**
 * Shown after the request. It can’t say whether the address was already on the list, because the server doesn’t reveal that.
 */
function ConfirmFirst({ sentTo }: { sentTo: string }) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<div className="grid content-start gap-3 wrap-anywhere">
			<h3 ref={heading} tabIndex={-1} className="text-subheading">
				Now check your email
			</h3>
			<p>
				We’re sending a link to <strong>{sentTo}</strong>. Open it and press the button, and you’re on the
				list. It works for {confirmNoticeDays} days.
			</p>
			<p className="text-[1rem] leading-normal text-soft">
				No email after a few minutes? Check your spam folder. We send one a day at most for each guide. If
				you’ve confirmed this address for this guide before, you’re on the list already and get no email.
			</p>
		</div>
	)
}
