/** The claims of a verified access token that the database sees. The wire's own names, as the reference server signs them. */
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

/** In whose name a request acts. `service` is the owner's secret key: the server's own login, never the API login. */
export type Caller =
	| { readonly role: 'anon' }
	| { readonly role: 'authenticated'; readonly claims: AccessClaims }
	| { readonly role: 'service' }
