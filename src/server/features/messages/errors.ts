import { AppError } from '#server/platform/app-error.ts'

export function messageNotFound(): AppError {
	return new AppError('not_found', 404, 'The shop sends no such email.')
}
