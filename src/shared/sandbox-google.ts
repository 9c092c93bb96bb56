/**
 * The shop's registration with the sandbox's own OpenID provider, which stands in for Google on a local run. Nothing here is
 * a secret: that provider answers on this machine only and lets anybody in as anybody.
 */
export const sandboxGoogle = {
	/** Where it is mounted on the sandbox; with the sandbox's origin before it, the issuer. */
	path: '/google',
	clientId: 'headstart-shop.sandbox',
	clientSecret: 'sandbox-google-secret',
} as const

/** The issuer of the sandbox on this port. `localhost`, as browsers and the server's own calls both reach it. */
export function sandboxGoogleIssuer(port: number): string {
	return `http://localhost:${port}${sandboxGoogle.path}`
}
