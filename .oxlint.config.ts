import { defineConfig } from 'oxlint'
import { wallOverrides } from './tests/lint/walls.ts'

/** Sanity's own fields. */
const OF_SANITY = [
  '_id',
  '_type',
  '_key',
  '_ref',
  '_rev',
  '_createdAt',
  '_updatedAt',
  '_weak',
  '_strengthenOnPublish',
  '_sanityAsset',
]

export default defineConfig({
  options: {
    typeAware: true,
    typeCheck: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
  },
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'var/**', '**/*.generated.ts', 'tests/bench/peers/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': ['error', { preferInline: true }],
    'import/no-unassigned-import': 'off',
    'oxc/no-barrel-file': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-definitions': ['error', 'interface'],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/switch-exhaustiveness-check': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/button-has-type': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'max-params': ['error', { max: 4 }],
    'no-nested-ternary': 'error',
    'no-console': ['error', { allow: ['info', 'warn', 'error'] }],
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'no-underscore-dangle': ['error', { allow: OF_SANITY, allowAfterThis: false }],
  },
  overrides: [
    ...wallOverrides(),
    {
      files: ['*.config.ts', '.*.config.ts', 'tests/**/*.config.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
