/** The sandbox's identity provider, which replaces a university's on a local run. It signs anyone in as anyone. */
export const sandboxCampus = {
	/** Its path in the sandbox. */
	path: '/campus',
	/** The domain of its addresses. */
	domain: 'campus.test',
} as const

/** Returns where the metadata of the sandbox's identity provider is, which is also its entity id. */
export function sandboxCampusMetadata(sandboxPort: number): string {
	return `http://localhost:${sandboxPort}${sandboxCampus.path}/metadata`
}
