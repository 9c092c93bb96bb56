import type { Context } from 'hono'
import { phoneProviderDisabled } from '#server/apis/auth/phone/errors.ts'
import type { CodeChallenge } from '#server/apis/auth/schemas.ts'
import type { Device } from '#server/apis/auth/user/record-event.ts'
import type { UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { validationFailed } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'
import type { TextChannel } from '#server/shop/text-messages/text-gateway.ts'

/**
 * What the endpoints do with a number instead of an email address. This part of the server is loaded only if the shop sends
 * texts.
 */
export interface PhoneSignIn {
	/** Reads the channel; `sms` if it is empty. Throws unless the number can be texted through it. */
	readChannel(phone: string, channel: string): TextChannel
	/** Texts a code that signs in, if the number has an account or may get one. The answer is the same for every number. */
	requestCode(c: Context<Env>, request: CodeRequest): Promise<Response>
	/** Texts the code of a sign-up or of a new number again, if one is pending. */
	resend(c: Context<Env>, request: { type: 'sms' | 'phone_change'; phone: string }): Promise<Response>
	/** Stores a sign-up and texts its code. Returns the body of the response. */
	signUp(c: Context<Env>, signUp: SignUpByPhone): Promise<Record<string, unknown>>
	/** Signs in with a texted code, or gives the account its new number. Returns the body of the response. */
	verify(c: Context<Env>, proof: PhoneProof): Promise<Record<string, unknown>>
	/** Texts a code to the number that the user wants to have. */
	requestChange(tx: Transaction, user: UserRow, change: PhoneChange): Promise<UserRow>
	/** Texts a code for a change that needs reauthentication. */
	requestNonce(tx: Transaction, user: UserRow, now: Date): Promise<void>
	/** Reports whether the nonce is the code that `requestNonce` texted. It works once. */
	checkNonce(user: UserRow, nonce: string): Promise<boolean>
	/** Texts the code of a second factor's challenge. */
	sendChallenge(tx: Transaction, challenge: PhoneChallenge): Promise<void>
	/** Asks the gateway whether the code is right. Undefined if this gateway does not check codes itself. */
	checkAtGateway(phone: string, code: string): Promise<boolean | undefined>
	/** Counts a code that was typed correctly. */
	countUse(tx: Transaction, phone: string, now: Date): Promise<void>
}

export interface CodeRequest {
	phone: string
	channel: string
	createUser: boolean
	metadata: UserMetadata
}

export interface SignUpByPhone {
	phone: string
	channel: string
	password: string
	metadata: UserMetadata
	challenge: CodeChallenge | null
}

export interface PhoneProof {
	/** The API's verification type. */
	type: string
	phone: string
	code: string
	/**
	 * The PKCE verifier. Empty if this browser made no sign-up; null if the client cannot send one. With null, the sign-up's
	 * password is accepted without proof.
	 */
	verifier: string | null
}

export interface PhoneChange {
	phone: string
	channel: TextChannel
	device: Device
	now: Date
}

export interface PhoneChallenge {
	challengeId: string
	user: Pick<UserRow, 'id'>
	phone: string
	isVerified: boolean
	now: Date
}

/** Returns the phone sign-in service. Throws `phone_provider_disabled` if the shop does not offer signing in by phone. */
export function requirePhone(
	{ phone }: { phone: PhoneSignIn | undefined },
	{ status = 400, message = 'Unsupported phone provider' }: { status?: 400 | 422; message?: string } = {},
): PhoneSignIn {
	if (phone !== undefined) return phone
	throw phoneProviderDisabled(message, status)
}

/** Reads a number in E.164, with or without the plus sign and spaces. Throws `validation_failed`. */
export function readPhone(text: string): string {
	const phone = text.replace(/^\+/, '').replaceAll(' ', '')
	// Only ASCII digits: digits of other scripts may look the same.
	if (!/^[1-9][0-9]{1,14}$/.test(phone))
		throw validationFailed('Invalid phone number format (E.164 required)')
	return phone
}
