import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import { accessDenied } from '#server/apis/storage/errors.ts'

/** Throws `AccessDenied` unless the caller is the service role, which alone may change the bucket. */
export async function requireServiceRole(
	{ authenticate }: StorageDependencies,
	request: Request,
): Promise<void> {
	const caller = await authenticate(request)
	if (caller.role !== 'service') throw accessDenied()
}
