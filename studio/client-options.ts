import { API_VERSION } from '../api/contract/addresses.ts'

/** The options of every client that the Studio is asked for. */
export const CLIENT = { apiVersion: API_VERSION }
