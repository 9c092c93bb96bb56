/** Returns the address of an invitation. The token is in the fragment, which browsers send to no server. */
export function invitationLink(adminUrl: string, token: string): string {
	return `${adminUrl}/invitation#${token}`
}

/** Returns the address that signs an owner in on their own machine. */
export function signInLink(adminUrl: string, token: string): string {
	return `${adminUrl}/sign-in#${token}`
}
