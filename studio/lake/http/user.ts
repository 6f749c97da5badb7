/** The one user of the lake. Whoever may write to it writes as this user. */
export const AUTHOR = 'local-editor'

const ROLES = [{ name: 'administrator', title: 'Administrator', description: 'Read and write everything' }]

export const USER = {
  id: AUTHOR,
  name: 'Local editor',
  email: 'editor@localhost',
  profileImage: null,
  role: 'administrator',
  roles: ROLES,
  provider: 'local',
}
