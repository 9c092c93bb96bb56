import { randomBytes } from 'node:crypto'
import { createClient, type Session } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Shop } from './start-shops.ts'

export interface Person {
	name: string
	email: string
	password: string
}

/** Makes the details of a new user. */
export function makePerson(): Person {
	const id = randomBytes(5).toString('hex')
	return { name: 'Amara Okafor', email: `amara.${id}@student.test`, password: `quiet-harbour-${id}` }
}

const mailsSchema = z.array(
	z.object({ to: z.array(z.string()), subject: z.string(), text: z.string(), links: z.array(z.string()) }),
)

/** Waits until an address has an email with a matching subject, and returns the newest one. */
export async function mailTo(shop: Pick<Shop, 'sandboxUrl'>, email: string, subject: RegExp) {
	const deadline = performance.now() + 45_000
	while (performance.now() < deadline) {
		const response = await fetch(`${shop.sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`)
		const mail = mailsSchema.parse(await response.json()).find((candidate) => subject.test(candidate.subject))
		if (mail !== undefined) return mail
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
	throw new Error(`no mail to ${email} with a subject like ${subject}`)
}

/** A user with a confirmed address, and a session to put into a browser. */
export interface Member extends Person {
	session: Session
}

/** Returns an email's link to the shop's confirmation page. */
export function confirmationLink(mail: { links: string[] }): string {
	const link = mail.links.find((candidate) => candidate.includes('/auth/confirm'))
	if (link === undefined) throw new Error('the mail has no confirmation link')
	return link
}

/** Creates a client of the official library (supabase-js) outside the pages, as another program would. */
export async function clientOf(shop: Pick<Shop, 'url'>, fetchAs: typeof fetch = fetch) {
	const page = await (await fetch(shop.url)).text()
	const key = /<meta name="publishable-key" content="([^"]+)"/.exec(page)?.[1]
	if (key === undefined) throw new Error('the page names no publishable key')
	return createClient(shop.url, key, {
		auth: { persistSession: false, autoRefreshToken: false },
		global: { fetch: fetchAs },
	})
}

/** Signs up a user and confirms the address by email, without a browser. Returns the session. */
export async function signUpConfirmed(
	shop: Pick<Shop, 'url' | 'sandboxUrl'>,
	person: Person,
): Promise<Session> {
	const client = await clientOf(shop)
	const signedUp = await client.auth.signUp({
		email: person.email,
		password: person.password,
		options: { data: { display_name: person.name } },
	})
	if (signedUp.error !== null) throw signedUp.error
	const link = new URL(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	const verified = await client.auth.verifyOtp({
		token_hash: link.searchParams.get('token_hash') ?? '',
		type: 'signup',
	})
	if (verified.error !== null) throw verified.error
	const { data } = await client.auth.getSession()
	if (data.session === null) throw new Error('confirming left no session')
	return data.session
}

export async function makeMember(shop: Pick<Shop, 'url' | 'sandboxUrl'>): Promise<Member> {
	const person = makePerson()
	return { ...person, session: await signUpConfirmed(shop, person) }
}
