import { addFurtherFile, removeFurtherFile } from './further-files.ts'
import { publishEdition, takeBackEdition } from './plan-edition.ts'
import { uploadEdition } from './receive-edition.ts'
import { uploadOperations } from './uploads.ts'

export const editionOperations = {
	'upload-edition': uploadEdition,
	'publish-edition': publishEdition,
	...uploadOperations,
	'take-back-edition': takeBackEdition,
	'add-file': addFurtherFile,
	'remove-file': removeFurtherFile,
}
