/** The claims of a verified access token that the database sees, named as by the reference server. */
export interface AccessClaims {
	/** User id, UUID. */
	sub: string
	session_id: string
	role: 'authenticated'
	aal: 'aal1' | 'aal2'
	email: string
	/** Expiry, unix seconds. */
	exp: number
}

/** The caller of a request. `service` is the service role: it uses the jobs role, never the API role. */
export type Caller =
	| { readonly role: 'anon' }
	| { readonly role: 'authenticated'; readonly claims: AccessClaims }
	| { readonly role: 'service' }
