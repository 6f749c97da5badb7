import { API_VERSION } from '../api/contract/addresses.ts'

/** What each client of the Studio's is asked for with. */
export const CLIENT = { apiVersion: API_VERSION }
