import away from './pictures/away.webp'
import find from './pictures/find.webp'
import landing from './pictures/landing.webp'
import picture from './pictures/picture.webp'
import receipt from './pictures/receipt.webp'
import redirects from './pictures/redirects.webp'
import release from './pictures/release.webp'
import review from './pictures/review.webp'
import sentence from './pictures/sentence.webp'
import share from './pictures/share.webp'
import submissions from './pictures/submissions.webp'
import versions from './pictures/versions.webp'

interface Chapter {
  id: string
  title: string
  steps: string[]
  picture: string
  /** What the picture shows. */
  alt: string
}

/** What marketers do, in the order in which they come to it. `tests/guide/pictures.ts` takes the pictures. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'sentence',
    title: 'Change a sentence',
    steps: [
      'Open Content and choose a page, or open Pages and click the sentence where it stands.',
      'Type. Your text is saved as a draft at once; visitors don’t see it yet.',
      'The count under a field shows how much room the design has. A red mark says what to correct.',
      'Press Publish. Visitors see the new sentence within a second.',
    ],
    picture: sentence,
    alt: 'The form of the About page with a changed lead, and Publish below it',
  },
  {
    id: 'receipt',
    title: 'Read the receipt',
    steps: [
      'After you publish, the line above the Publish button shows how far it has come: Published, Rendered, Live.',
      '“Live” appears only after the pages were read back from the site. Press “On … pages” to see which.',
      '“Draft differs from live” means that somebody has edited the draft since.',
      '“Held” means that the change would break a page: the site keeps the previous version, and a link leads to the field.',
    ],
    picture: receipt,
    alt: 'A receipt that says Published, Rendered and Live, each with the time it took',
  },
  {
    id: 'landing',
    title: 'Make a landing page',
    steps: [
      'Press the + in the bar and choose Landing page, or one of the templates: webinar, comparison, thank you.',
      'Give it a name, and press Generate to make its address.',
      'Press Add item and choose parts by their pictures. Drag them into order; hide what is not ready.',
      'Fill in “Search and sharing”, and publish. The page is live, in the sitemap, and can be linked to.',
    ],
    picture: landing,
    alt: 'The menu with pictures of the parts that a landing page is made of',
  },
  {
    id: 'pictures',
    title: 'Use pictures',
    steps: [
      'Choose or drop a file: SVG, PNG, JPEG, WebP or AVIF. The site makes the sizes it needs.',
      'Press the crop button to choose what must stay in sight.',
      'Describe what the picture shows where the form asks for it: screen readers read it out.',
      'If a file is refused, the form says why, and which files it takes.',
    ],
    picture,
    alt: 'A field for a picture, with the way to upload a file',
  },
  {
    id: 'share',
    title: 'Show a draft to somebody',
    steps: [
      'Open the document, and choose “Share draft…” in the menu beside Publish.',
      'Choose how many days the link works, note whom it is for, make it and copy it. Readers need no account.',
      'Working links are listed there. A link that you withdraw shows a page that says so.',
      '“Compare with live” in the same menu shows both versions with a divider to drag; “Open draft” leads to its page.',
    ],
    picture: share,
    alt: 'The dialog in which a link to a draft is made',
  },
  {
    id: 'review',
    title: 'Ask for a review',
    steps: [
      'Press the speech bubble beside a field’s name to comment on it; “@” names somebody. The tick resolves it.',
      'When a draft is written, choose “Ready for review” in the menu beside Publish.',
      'Somebody else finds it on the first screen, under “For review”, opens it and chooses “Approve”.',
      'Any edit after that reopens the review. Publishing or “Take back” ends it.',
    ],
    picture: review,
    alt: 'A draft that is for review, with a comment on its heading beside it',
  },
  {
    id: 'release',
    title: 'Publish several changes together',
    steps: [
      'Open Releases, press “New release” and give it a name. From then on the bar shows the release.',
      'Open a document and press “Add to release”. What you write there shows neither to visitors nor in drafts. Repeat for each document.',
      'Check the whole in Pages, which shows the site as the release makes it.',
      'Open the release in Releases and choose “Run release” or “Schedule release”. It goes live as a whole; if something prevents that, nothing goes live and a line says why.',
    ],
    picture: release,
    alt: 'A release with three documents, and when it goes live',
  },
  {
    id: 'versions',
    title: 'Go back to an earlier site',
    steps: [
      'Each publish makes a version of the whole site. “Site versions” in the bar lists the latest ones, with what changed.',
      '“Look at it” shows the pages of a version. “Go back to this” asks first; visitors see it a moment later.',
      'The site stays there until you go forward again. A line above every tool says so, and new publishes wait.',
    ],
    picture: versions,
    alt: 'The list of site versions, the served one first',
  },
  {
    id: 'redirects',
    title: 'Redirect old addresses',
    steps: [
      'Start lists the addresses that visitors asked for in vain this week. Press “Make a redirect” beside one.',
      'Say where it leads, and publish.',
      'For many at once, open Redirects and press “Paste many…”. Each line that is not a redirect is named.',
      'When you publish a landing page at another address, its old one redirects by itself. In a release, add that redirect to the release; before “Schedule publish”, publish the redirect first.',
    ],
    picture: redirects,
    alt: 'Pasted redirects, and the one line among them that is not a redirect',
  },
  {
    id: 'away',
    title: 'Take a page away, and bring it back',
    steps: [
      'Open the landing page, press “Published” above its form, then “Unpublish”, which takes the place of Publish.',
      'Say where its visitors go from then on: to another page, or to “page not found”. The page stays here as a draft.',
      'To bring it back, open it among the landing pages and press Publish. Redirects from its address then stop.',
      '“Delete” in the menu beside Publish removes the draft, too. To undo that, open the address that its form had, for example from the browser’s history, press “Restore most recent revision”, then Publish.',
    ],
    picture: away,
    alt: 'The question of where visitors go once a page is taken away, with a field for the answer',
  },
  {
    id: 'find',
    title: 'Find and replace',
    steps: [
      'Type a word on the first screen. It lists each sentence with that word; a click opens its field.',
      'Press “Replace…” and type the new words. Untick what should stay.',
      'A sentence that would not fit its field can’t be ticked, and says so.',
      'Replacing writes drafts. Read them, and publish each document.',
    ],
    picture: find,
    alt: 'Sentences with a word in them, each with a box to tick and the sentence as it will be',
  },
  {
    id: 'submissions',
    title: 'Read what visitors sent',
    steps: [
      'Open Submissions: waitlist entries, demo requests and messages, latest first.',
      'Type a word to find one, or choose a kind, a source or “Not delivered”. Open one to see what became of it.',
      'A note tells your colleagues what you have done. “Erase…” deletes everything an address sent, for good.',
      '“Figures” counts sign-ups by day, company size, source and page.',
    ],
    picture: submissions,
    alt: 'The list of submissions with one of them open, and what became of it',
  },
]
