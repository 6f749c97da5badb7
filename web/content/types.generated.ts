export declare const internalGroqTypeReferenceTo: unique symbol;

// Source: web/content/schema.generated.json
export type StepReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "step";
};

export type Pillar = {
  _id: string;
  _type: "pillar";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title: string;
  text: string;
  step: StepReference;
  claim: string;
};

export type Step = {
  _id: string;
  _type: "step";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title: string;
  text: string;
};

export type IntegrationReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "integration";
};

export type Example = {
  _id: string;
  _type: "example";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  team: string;
  title: string;
  inputs: Array<{
    integration?: IntegrationReference;
    icon?: "call" | "mail";
    tool: string;
    context?: string;
    text: string;
    _type: "input";
    _key: string;
  }>;
  output: {
    type: string;
    destination: IntegrationReference;
    title: string;
    rows: Array<{
      label: string;
      value: string;
      sources: Array<number>;
      inferred?: boolean;
      _type: "row";
      _key: string;
    }>;
    blindSpot: string;
  };
  audit: {
    sources: string;
    rule: string;
    model: string;
    signOff: string;
  };
};

export type LandingPageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "landingPage";
};

export type FaqGroup = {
  _id: string;
  _type: "faqGroup";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title: string;
  items: Array<{
    question: string;
    answer: Array<{
      children?: Array<{
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }>;
      style?: "normal";
      listItem?: "bullet" | "number";
      markDefs?: Array<{
        href: string;
        page?: LandingPageReference;
        _type: "link";
        _key: string;
      }>;
      level?: number;
      _type: "block";
      _key: string;
    }>;
    pinned?: boolean;
    _type: "faqItem";
    _key: string;
  }>;
};

export type SanityImageAssetReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "sanity.imageAsset";
};

export type LegalPage = {
  _id: string;
  _type: "legalPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  slug: Slug;
  updated: string;
  intro: string;
  body: Array<{
    children?: Array<{
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }>;
    style?: "normal" | "h2" | "h3";
    listItem?: "bullet" | "number";
    markDefs?: Array<{
      href: string;
      page?: LandingPageReference;
      _type: "link";
      _key: string;
    }>;
    level?: number;
    _type: "block";
    _key: string;
  }>;
};

export type Slug = {
  _type: "slug";
  current: string;
  source?: string;
};

export type SanityImageCrop = {
  _type: "sanity.imageCrop";
  top: number;
  bottom: number;
  left: number;
  right: number;
};

export type SanityImageHotspot = {
  _type: "sanity.imageHotspot";
  x: number;
  y: number;
  height: number;
  width: number;
};

export type NotFound = {
  _id: string;
  _type: "notFound";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  text: string;
  note?: string;
  cta: string;
  secondaryCta: string;
};

export type Contact = {
  _id: string;
  _type: "contact";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  lead: string;
  facts: Array<{
    label: string;
    value: string;
    _type: "fact";
    _key: string;
  }>;
  fields: {
    name: string;
    email: string;
    message: string;
  };
  hint?: string;
  fine: string;
  fineLink: string;
  buttons: {
    idle: string;
    loading: string;
    unavailable: string;
  };
  success: string;
  error: string;
  errorLink: string;
  botCheckFailed: string;
  noScript: string;
  copyEmail: string;
};

export type About = {
  _id: string;
  _type: "about";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  lead: string;
  mission: {
    title: string;
    statement: string;
    text: string;
  };
  principles: {
    title: string;
    items: Array<{
      title: string;
      text: string;
      _type: "principle";
      _key: string;
    }>;
  };
  closing: {
    title: string;
    lead: string;
    cta: string;
  };
};

export type Platform = {
  _id: string;
  _type: "platform";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  lead: string;
  tiles: Array<{
    label: string;
    value: string;
    _type: "platformTile";
    _key: string;
  }>;
  howItWorks: {
    title: string;
    caption: string;
    captionDesktop: string;
    slides: string;
    slide: string;
  };
  cal: {
    title: string;
    lead: string;
    claims: Array<{
      title: string;
      text: string;
      _type: "platformClaim";
      _key: string;
    }>;
    lens: {
      role: string;
      task: string;
      company: string;
      alt: string;
      pause: string;
    };
  };
  features: {
    title: string;
    stepsTitle: string;
  };
  closing: {
    title: string;
    lead: string;
    cta: string;
  };
};

export type ExampleReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "example";
};

export type PillarReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "pillar";
};

export type FaqGroupReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "faqGroup";
};

export type Home = {
  _id: string;
  _type: "home";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  hero: {
    label: string;
    headline: Array<string>;
    lead: string;
    cta: string;
    secondaryCta: string;
    waitlistLine: {
      neutral: string;
      withEntries: string;
      withCount: string;
      showCount: boolean;
    };
    pauseStars: string;
    inputsLabel: string;
    inputs: Array<{
      integration?: IntegrationReference;
      icon?: "call" | "mail";
      tool: string;
      context?: string;
      text: string;
      _type: "input";
      _key: string;
    }>;
    record: {
      type: string;
      number: string;
      rows: Array<{
        label: string;
        value: string;
        sources: Array<number>;
        inferred?: boolean;
        _type: "row";
        _key: string;
      }>;
      blindSpot: string;
      audit: {
        sources: string;
        rule: string;
        model: string;
        signOff: string;
      };
      note: string;
    };
    tiles: Array<{
      title: string;
      text: string;
      _type: "heroTile";
      _key: string;
    }>;
  };
  whyNow: {
    label: string;
    title: string;
    columns: Array<{
      title: string;
      text: string;
      _type: "column";
      _key: string;
    }>;
    gap: {
      before: string;
      between: string;
      after: string;
      alt: string;
    };
    counters: Array<{
      prefix?: string;
      value: number;
      suffix?: string;
      label: string;
      source?: string;
      sourceDate?: string;
      sourceHref?: string;
      _type: "counter";
      _key: string;
    }>;
    source: string;
  };
  howItWorks: {
    label: string;
    headline: Array<string>;
    lead: string;
    examples: Array<{
      _key: string;
    } & ExampleReference>;
    taglines: Array<string>;
    engine: string;
    engineAlt: string;
    note: string;
    labels: {
      previous: string;
      next: string;
      pause: string;
      play: string;
      position: string;
      destination: string;
      sample: string;
      blindSpot: string;
      inferred: string;
      source: string;
      inputs: string;
    };
    auditLabels: {
      sources: string;
      rule: string;
      model: string;
      signOff: string;
    };
  };
  cal: {
    label: string;
    title: string;
    lead: string;
    claims: Array<{
      verb: string;
      text: string;
      _type: "claim";
      _key: string;
    }>;
    fact: {
      title: string;
      raw: string;
      rawLabel: string;
      illustrative: string;
      readers: Array<{
        team: string;
        form: string;
        text: string;
        blindKind: string;
        blindSpot: string;
        _type: "reader";
        _key: string;
      }>;
    };
  };
  demo: {
    label: string;
    title: string;
    lead: string;
    document: {
      type: string;
      preparedFor: string;
      intake: string;
    };
    steps: Array<{
      title: string;
      text: string;
      log: string;
      _type: "demoStep";
      _key: string;
    }>;
    redline: Array<{
      text: string;
      change: "kept" | "removed" | "added";
      note?: number;
      _type: "passage";
      _key: string;
    }>;
    notes: Array<string>;
    waiting: string;
    sealPending: string;
    logTitle: string;
    pending: string;
    play: string;
    pause: string;
    position: string;
    note: string;
    cta: string;
  };
  features: {
    label: string;
    title: string;
    lead: string;
    pillars: Array<{
      _key: string;
    } & PillarReference>;
    steps: Array<{
      _key: string;
    } & StepReference>;
    cta: string;
    more: string;
  };
  roi: {
    label: string;
    title: string;
    lead: string;
    inputs: {
      hours: {
        label: string;
        prefix?: string;
        unit: string;
        value: number;
        hint: string;
        tip: string;
      };
      rate: {
        label: string;
        prefix?: string;
        unit: string;
        value: number;
        hint: string;
        tip: string;
      };
      runs: {
        label: string;
        prefix?: string;
        unit: string;
        value: number;
        hint: string;
        tip: string;
      };
      people: {
        label: string;
        prefix?: string;
        unit: string;
        value: number;
        hint: string;
        tip: string;
      };
    };
    increase: string;
    decrease: string;
    about: string;
    unreadable: string;
    result: string;
    annual: string;
    lines: {
      valuePerRun: {
        label: string;
        working: string;
      };
      monthlySavings: {
        label: string;
        working: string;
      };
      hoursReclaimed: {
        label: string;
        working: string;
      };
      equivalentStaff: {
        label: string;
        working: string;
      };
      salaryAvoided: {
        label: string;
        working: string;
      };
    };
    staff: {
      upTo: string;
      plus: string;
      exact: string;
    };
    note: string;
    share: string;
  };
  integrations: {
    label: string;
    title: string;
    lead: string;
    items: Array<{
      _key: string;
    } & IntegrationReference>;
    gate: string;
    pause: string;
    play: string;
    pauseName: string;
    playName: string;
    note: string;
  };
  security: {
    label: string;
    title: string;
    lead: string;
    points: Array<{
      title: string;
      text: string;
      _type: "securityPoint";
      _key: string;
    }>;
    cta: string;
    rings: {
      request: string;
      identity: string;
      policy: string;
      tenant: string;
      record: string;
      alt: string;
    };
  };
  faq: {
    label: string;
    title: string;
    pinned?: string;
    count: string;
    groups: Array<{
      _key: string;
    } & FaqGroupReference>;
  };
  closing: {
    label: string;
    headline: Array<string>;
    lead: string;
    cta: string;
    secondaryCta: string;
    seal: string;
    auditTitle: string;
    audit: Array<{
      label: string;
      value: string;
      _type: "auditEntry";
      _key: string;
    }>;
    join: {
      title: string;
      more: string;
      moreNote: string;
      fine: string;
    };
  };
};

export type Integration = {
  _id: string;
  _type: "integration";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title: string;
  logo: {
    asset: SanityImageAssetReference;
    media?: unknown;
    hotspot?: SanityImageHotspot;
    crop?: SanityImageCrop;
    _type: "image";
  };
  kind: "model" | "tool";
  mono: boolean;
};

export type Redirects = {
  _id: string;
  _type: "redirects";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  rules?: Array<{
    from: string;
    to: string;
    _type: "redirect";
    _key: string;
  }>;
};

export type Settings = {
  _id: string;
  _type: "settings";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  brand: {
    word: string;
    descriptor: string;
    legalEntity: string;
    governingLaw: string;
  };
  links: {
    salesEmail: string;
    privacyEmail: string;
    linkedin: string;
  };
  organization: {
    name: string;
    description: string;
    imageAlt: string;
  };
  navigation: Array<{
    label: string;
    section: "why-now" | "how-it-works" | "cal" | "demo" | "features" | "roi" | "integrations" | "security" | "faq" | "closing";
    _type: "navigationItem";
    _key: string;
  }>;
  header: {
    contact: string;
    demo: string;
    home: string;
    sections: string;
    rail: string;
    menu: string;
    linkedin: string;
    toDark: string;
    toLight: string;
    skip: string;
    menuOpen: string;
    menuClose: string;
  };
  footer: {
    line: string;
    groups: Array<{
      title: string;
      links: Array<{
        label: string;
        href: string;
        page?: LandingPageReference;
        _type: "footerLink";
        _key: string;
      }>;
      _type: "footerGroup";
      _key: string;
    }>;
    year: number;
    copyright: string;
    end: string;
  };
  waitlist: {
    email: {
      title: string;
      text: string;
      label: string;
      placeholder: string;
      button: string;
      fine: string;
      fineLink: string;
      closing: string;
    };
    details: {
      title: string;
      text: string;
      change: string;
      firstName: string;
      company: string;
      role: string;
      companySize: string;
      clear: string;
      useCase: string;
      useCasePlaceholder: string;
      button: string;
      loading: string;
      error: string;
    };
    done: {
      title: string;
      text: string;
      linkedin: string;
      close: string;
    };
    demo: {
      email: string;
      details: string;
      done: string;
    };
    close: string;
    steps: Array<string>;
    step: string;
  };
  results: {
    seo: {
      title: string;
      description: string;
      image?: {
        asset?: SanityImageAssetReference;
        media?: unknown;
        hotspot?: SanityImageHotspot;
        crop?: SanityImageCrop;
        alt?: string;
        _type: "image";
      };
    };
    received: {
      title: string;
      text: string;
      cta: string;
    };
    demo: {
      title: string;
      text: string;
      cta: string;
    };
    notSent: {
      title: string;
      text: string;
      cta: string;
    };
    later: {
      title: string;
      text: string;
      cta: string;
    };
    botCheck: {
      title: string;
      text: string;
      cta: string;
    };
  };
  toasts: {
    linkCopied: string;
    linkNotCopied?: string;
    addressCopied: string;
    region: string;
    dismiss: string;
  };
  validation: {
    email: string;
    required: string;
    tooLong: string;
    unreadable: string;
    text: string;
  };
  legal: {
    updated: string;
    contents: string;
  };
};

export type LandingPage = {
  _id: string;
  _type: "landingPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  title: string;
  slug: Slug;
  blocks: Array<{
    title: string;
    lead: string;
    actions?: Array<{
      label: string;
      leads: "waitlist" | "demo" | "link";
      href?: string;
      page?: LandingPageReference;
      _type: "action";
      _key: string;
    }>;
    note?: string;
    hidden?: boolean;
    _type: "heroBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    body: Array<{
      children?: Array<{
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }>;
      style?: "normal" | "h3";
      listItem?: "bullet" | "number";
      markDefs?: Array<{
        href: string;
        page?: LandingPageReference;
        _type: "link";
        _key: string;
      }>;
      level?: number;
      _type: "block";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "textBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    picture: {
      asset: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
    body: Array<{
      children?: Array<{
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }>;
      style?: "normal" | "h3";
      listItem?: "bullet" | "number";
      markDefs?: Array<{
        href: string;
        page?: LandingPageReference;
        _type: "link";
        _key: string;
      }>;
      level?: number;
      _type: "block";
      _key: string;
    }>;
    caption?: string;
    isLeft?: boolean;
    hidden?: boolean;
    _type: "pictureBlock";
    _key: string;
  } | {
    quote: string;
    person: string;
    role?: string;
    hidden?: boolean;
    _type: "quoteBlock";
    _key: string;
  } | {
    title: string;
    lead?: string;
    actions?: Array<{
      label: string;
      leads: "waitlist" | "demo" | "link";
      href?: string;
      page?: LandingPageReference;
      _type: "action";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "callBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    lead?: string;
    tiles: Array<{
      title: string;
      text: string;
      _type: "tile";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "tilesBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    counters: Array<{
      prefix?: string;
      value: number;
      suffix?: string;
      label: string;
      source?: string;
      sourceDate?: string;
      sourceHref?: string;
      _type: "counter";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "countersBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    columns: Array<string>;
    rows: Array<{
      label: string;
      values: Array<string>;
      _type: "comparisonRow";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "comparisonBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    examples: Array<{
      _key: string;
    } & ExampleReference>;
    hidden?: boolean;
    _type: "examplesBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    pillars: Array<{
      _key: string;
    } & PillarReference>;
    hidden?: boolean;
    _type: "pillarsBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    steps: Array<{
      _key: string;
    } & StepReference>;
    hidden?: boolean;
    _type: "stepsBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    hidden?: boolean;
    _type: "calculatorBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    items: Array<{
      _key: string;
    } & IntegrationReference>;
    hidden?: boolean;
    _type: "integrationsBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    hidden?: boolean;
    _type: "securityBlock";
    _key: string;
  } | {
    title?: string;
    groups: Array<{
      _key: string;
    } & FaqGroupReference>;
    hidden?: boolean;
    _type: "faqBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    hidden?: boolean;
    _type: "contactBlock";
    _key: string;
  }>;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  indexed: boolean;
};

export type SanityImagePaletteSwatch = {
  _type: "sanity.imagePaletteSwatch";
  background?: string;
  foreground?: string;
  population?: number;
  title?: string;
};

export type SanityImagePalette = {
  _type: "sanity.imagePalette";
  darkMuted?: SanityImagePaletteSwatch;
  lightVibrant?: SanityImagePaletteSwatch;
  darkVibrant?: SanityImagePaletteSwatch;
  vibrant?: SanityImagePaletteSwatch;
  dominant?: SanityImagePaletteSwatch;
  lightMuted?: SanityImagePaletteSwatch;
  muted?: SanityImagePaletteSwatch;
};

export type SanityImageDimensions = {
  _type: "sanity.imageDimensions";
  height: number;
  width: number;
  aspectRatio: number;
};

export type SanityImageMetadata = {
  _type: "sanity.imageMetadata";
  location?: Geopoint;
  dimensions?: SanityImageDimensions;
  palette?: SanityImagePalette;
  lqip?: string;
  blurHash?: string;
  thumbHash?: string;
  hasAlpha?: boolean;
  isOpaque?: boolean;
};

export type SanityFileAsset = {
  _id: string;
  _type: "sanity.fileAsset";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  sha1hash: string;
  extension: string;
  mimeType: string;
  size: number;
  assetId: string;
  uploadId?: string;
  path: string;
  url: string;
  source?: SanityAssetSourceData;
};

export type SanityAssetSourceData = {
  _type: "sanity.assetSourceData";
  name?: string;
  id?: string;
  url?: string;
};

export type SanityImageAsset = {
  _id: string;
  _type: "sanity.imageAsset";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  sha1hash: string;
  extension: string;
  mimeType: string;
  size: number;
  assetId: string;
  uploadId?: string;
  path: string;
  url: string;
  metadata?: SanityImageMetadata;
  source?: SanityAssetSourceData;
};

export type Geopoint = {
  _type: "geopoint";
  lat?: number;
  lng?: number;
  alt?: number;
};

export type AllSanitySchemaTypes = StepReference | Pillar | Step | IntegrationReference | Example | LandingPageReference | FaqGroup | SanityImageAssetReference | LegalPage | Slug | SanityImageCrop | SanityImageHotspot | NotFound | Contact | About | Platform | ExampleReference | PillarReference | FaqGroupReference | Home | Integration | Redirects | Settings | LandingPage | SanityImagePaletteSwatch | SanityImagePalette | SanityImageDimensions | SanityImageMetadata | SanityFileAsset | SanityAssetSourceData | SanityImageAsset | Geopoint;

// Source: web/content/queries.ts
// Variable: settingsQuery
// Query: *[_type == "settings" && _id == "settings"][0]
export type SettingsQueryResult = {
  _id: "settings";
  _type: "settings";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  brand: {
    word: string;
    descriptor: string;
    legalEntity: string;
    governingLaw: string;
  };
  links: {
    salesEmail: string;
    privacyEmail: string;
    linkedin: string;
  };
  organization: {
    name: string;
    description: string;
    imageAlt: string;
  };
  navigation: Array<{
    label: string;
    section: "cal" | "closing" | "demo" | "faq" | "features" | "how-it-works" | "integrations" | "roi" | "security" | "why-now";
    _type: "navigationItem";
    _key: string;
  }>;
  header: {
    contact: string;
    demo: string;
    home: string;
    sections: string;
    rail: string;
    menu: string;
    linkedin: string;
    toDark: string;
    toLight: string;
    skip: string;
    menuOpen: string;
    menuClose: string;
  };
  footer: {
    line: string;
    groups: Array<{
      title: string;
      links: Array<{
        label: string;
        href: string;
        page?: LandingPageReference;
        _type: "footerLink";
        _key: string;
      }>;
      _type: "footerGroup";
      _key: string;
    }>;
    year: number;
    copyright: string;
    end: string;
  };
  waitlist: {
    email: {
      title: string;
      text: string;
      label: string;
      placeholder: string;
      button: string;
      fine: string;
      fineLink: string;
      closing: string;
    };
    details: {
      title: string;
      text: string;
      change: string;
      firstName: string;
      company: string;
      role: string;
      companySize: string;
      clear: string;
      useCase: string;
      useCasePlaceholder: string;
      button: string;
      loading: string;
      error: string;
    };
    done: {
      title: string;
      text: string;
      linkedin: string;
      close: string;
    };
    demo: {
      email: string;
      details: string;
      done: string;
    };
    close: string;
    steps: Array<string>;
    step: string;
  };
  results: {
    seo: {
      title: string;
      description: string;
      image?: {
        asset?: SanityImageAssetReference;
        media?: unknown;
        hotspot?: SanityImageHotspot;
        crop?: SanityImageCrop;
        alt?: string;
        _type: "image";
      };
    };
    received: {
      title: string;
      text: string;
      cta: string;
    };
    demo: {
      title: string;
      text: string;
      cta: string;
    };
    notSent: {
      title: string;
      text: string;
      cta: string;
    };
    later: {
      title: string;
      text: string;
      cta: string;
    };
    botCheck: {
      title: string;
      text: string;
      cta: string;
    };
  };
  toasts: {
    linkCopied: string;
    linkNotCopied?: string;
    addressCopied: string;
    region: string;
    dismiss: string;
  };
  validation: {
    email: string;
    required: string;
    tooLong: string;
    unreadable: string;
    text: string;
  };
  legal: {
    updated: string;
    contents: string;
  };
} | null;

// Source: web/content/queries.ts
// Variable: redirectsQuery
// Query: *[_type == "redirects" && _id == "redirects"][0].rules[]{_key, from, to}
export type RedirectsQueryResult = Array<{
  _key: string;
  from: string;
  to: string;
}> | null;

// Source: web/content/queries.ts
// Variable: homeQuery
// Query: *[_type == "home" && _id == "home"][0]{_id, seo}
export type HomeQueryResult = {
  _id: "home";
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
} | null;

// Source: web/content/queries.ts
// Variable: heroQuery
// Query: *[_type == "home" && _id == "home"][0].hero{..., inputs[]{_key, tool, context, icon, text, "integration": integration->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}}}
export type HeroQueryResult = {
  label: string;
  headline: Array<string>;
  lead: string;
  cta: string;
  secondaryCta: string;
  waitlistLine: {
    neutral: string;
    withEntries: string;
    withCount: string;
    showCount: boolean;
  };
  pauseStars: string;
  inputsLabel: string;
  inputs: Array<{
    _key: string;
    tool: string;
    context: string | null;
    icon: "call" | "mail" | null;
    text: string;
    integration: {
      _id: string;
      title: string;
      kind: "model" | "tool";
      mono: boolean;
      logo: {
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        url: string;
      };
    } | null;
  }>;
  record: {
    type: string;
    number: string;
    rows: Array<{
      label: string;
      value: string;
      sources: Array<number>;
      inferred?: boolean;
      _type: "row";
      _key: string;
    }>;
    blindSpot: string;
    audit: {
      sources: string;
      rule: string;
      model: string;
      signOff: string;
    };
    note: string;
  };
  tiles: Array<{
    title: string;
    text: string;
    _type: "heroTile";
    _key: string;
  }>;
} | null;

// Source: web/content/queries.ts
// Variable: whyNowQuery
// Query: *[_type == "home" && _id == "home"][0].whyNow
export type WhyNowQueryResult = {
  label: string;
  title: string;
  columns: Array<{
    title: string;
    text: string;
    _type: "column";
    _key: string;
  }>;
  gap: {
    before: string;
    between: string;
    after: string;
    alt: string;
  };
  counters: Array<{
    prefix?: string;
    value: number;
    suffix?: string;
    label: string;
    source?: string;
    sourceDate?: string;
    sourceHref?: string;
    _type: "counter";
    _key: string;
  }>;
  source: string;
} | null;

// Source: web/content/queries.ts
// Variable: howItWorksQuery
// Query: *[_type == "home" && _id == "home"][0].howItWorks{..., examples[]->{_id, team, title, audit,  inputs[]{_key, tool, context, icon, text, "integration": integration->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}},  output{type, title, rows, blindSpot, "destination": destination->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}}}}
export type HowItWorksQueryResult = {
  label: string;
  headline: Array<string>;
  lead: string;
  examples: Array<{
    _id: string;
    team: string;
    title: string;
    audit: {
      sources: string;
      rule: string;
      model: string;
      signOff: string;
    };
    inputs: Array<{
      _key: string;
      tool: string;
      context: string | null;
      icon: "call" | "mail" | null;
      text: string;
      integration: {
        _id: string;
        title: string;
        kind: "model" | "tool";
        mono: boolean;
        logo: {
          crop: SanityImageCrop | null;
          hotspot: SanityImageHotspot | null;
          url: string;
        };
      } | null;
    }>;
    output: {
      type: string;
      title: string;
      rows: Array<{
        label: string;
        value: string;
        sources: Array<number>;
        inferred?: boolean;
        _type: "row";
        _key: string;
      }>;
      blindSpot: string;
      destination: {
        _id: string;
        title: string;
        kind: "model" | "tool";
        mono: boolean;
        logo: {
          crop: SanityImageCrop | null;
          hotspot: SanityImageHotspot | null;
          url: string;
        };
      };
    };
  }>;
  taglines: Array<string>;
  engine: string;
  engineAlt: string;
  note: string;
  labels: {
    previous: string;
    next: string;
    pause: string;
    play: string;
    position: string;
    destination: string;
    sample: string;
    blindSpot: string;
    inferred: string;
    source: string;
    inputs: string;
  };
  auditLabels: {
    sources: string;
    rule: string;
    model: string;
    signOff: string;
  };
} | null;

// Source: web/content/queries.ts
// Variable: calQuery
// Query: *[_type == "home" && _id == "home"][0].cal
export type CalQueryResult = {
  label: string;
  title: string;
  lead: string;
  claims: Array<{
    verb: string;
    text: string;
    _type: "claim";
    _key: string;
  }>;
  fact: {
    title: string;
    raw: string;
    rawLabel: string;
    illustrative: string;
    readers: Array<{
      team: string;
      form: string;
      text: string;
      blindKind: string;
      blindSpot: string;
      _type: "reader";
      _key: string;
    }>;
  };
} | null;

// Source: web/content/queries.ts
// Variable: demoQuery
// Query: *[_type == "home" && _id == "home"][0].demo
export type DemoQueryResult = {
  label: string;
  title: string;
  lead: string;
  document: {
    type: string;
    preparedFor: string;
    intake: string;
  };
  steps: Array<{
    title: string;
    text: string;
    log: string;
    _type: "demoStep";
    _key: string;
  }>;
  redline: Array<{
    text: string;
    change: "added" | "kept" | "removed";
    note?: number;
    _type: "passage";
    _key: string;
  }>;
  notes: Array<string>;
  waiting: string;
  sealPending: string;
  logTitle: string;
  pending: string;
  play: string;
  pause: string;
  position: string;
  note: string;
  cta: string;
} | null;

// Source: web/content/queries.ts
// Variable: featuresQuery
// Query: *[_type == "home" && _id == "home"][0].features{..., pillars[]->{_id, title, text, claim, "step": step->{_id, title}}, steps[]->{_id, title, text}}
export type FeaturesQueryResult = {
  label: string;
  title: string;
  lead: string;
  pillars: Array<{
    _id: string;
    title: string;
    text: string;
    claim: string;
    step: {
      _id: string;
      title: string;
    };
  }>;
  steps: Array<{
    _id: string;
    title: string;
    text: string;
  }>;
  cta: string;
  more: string;
} | null;

// Source: web/content/queries.ts
// Variable: roiQuery
// Query: *[_type == "home" && _id == "home"][0].roi
export type RoiQueryResult = {
  label: string;
  title: string;
  lead: string;
  inputs: {
    hours: {
      label: string;
      prefix?: string;
      unit: string;
      value: number;
      hint: string;
      tip: string;
    };
    rate: {
      label: string;
      prefix?: string;
      unit: string;
      value: number;
      hint: string;
      tip: string;
    };
    runs: {
      label: string;
      prefix?: string;
      unit: string;
      value: number;
      hint: string;
      tip: string;
    };
    people: {
      label: string;
      prefix?: string;
      unit: string;
      value: number;
      hint: string;
      tip: string;
    };
  };
  increase: string;
  decrease: string;
  about: string;
  unreadable: string;
  result: string;
  annual: string;
  lines: {
    valuePerRun: {
      label: string;
      working: string;
    };
    monthlySavings: {
      label: string;
      working: string;
    };
    hoursReclaimed: {
      label: string;
      working: string;
    };
    equivalentStaff: {
      label: string;
      working: string;
    };
    salaryAvoided: {
      label: string;
      working: string;
    };
  };
  staff: {
    upTo: string;
    plus: string;
    exact: string;
  };
  note: string;
  share: string;
} | null;

// Source: web/content/queries.ts
// Variable: integrationsQuery
// Query: *[_type == "home" && _id == "home"][0].integrations{..., items[]->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}}
export type IntegrationsQueryResult = {
  label: string;
  title: string;
  lead: string;
  items: Array<{
    _id: string;
    title: string;
    kind: "model" | "tool";
    mono: boolean;
    logo: {
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      url: string;
    };
  }>;
  gate: string;
  pause: string;
  play: string;
  pauseName: string;
  playName: string;
  note: string;
} | null;

// Source: web/content/queries.ts
// Variable: securityQuery
// Query: *[_type == "home" && _id == "home"][0].security
export type SecurityQueryResult = {
  label: string;
  title: string;
  lead: string;
  points: Array<{
    title: string;
    text: string;
    _type: "securityPoint";
    _key: string;
  }>;
  cta: string;
  rings: {
    request: string;
    identity: string;
    policy: string;
    tenant: string;
    record: string;
    alt: string;
  };
} | null;

// Source: web/content/queries.ts
// Variable: faqQuery
// Query: *[_type == "home" && _id == "home"][0].faq{..., groups[]->{_id, title, items}}
export type FaqQueryResult = {
  label: string;
  title: string;
  pinned?: string;
  count: string;
  groups: Array<{
    _id: string;
    title: string;
    items: Array<{
      question: string;
      answer: Array<{
        children?: Array<{
          marks?: Array<string>;
          text?: string;
          _type: "span";
          _key: string;
        }>;
        style?: "normal";
        listItem?: "bullet" | "number";
        markDefs?: Array<{
          href: string;
          page?: LandingPageReference;
          _type: "link";
          _key: string;
        }>;
        level?: number;
        _type: "block";
        _key: string;
      }>;
      pinned?: boolean;
      _type: "faqItem";
      _key: string;
    }>;
  }>;
} | null;

// Source: web/content/queries.ts
// Variable: closingQuery
// Query: *[_type == "home" && _id == "home"][0].closing
export type ClosingQueryResult = {
  label: string;
  headline: Array<string>;
  lead: string;
  cta: string;
  secondaryCta: string;
  seal: string;
  auditTitle: string;
  audit: Array<{
    label: string;
    value: string;
    _type: "auditEntry";
    _key: string;
  }>;
  join: {
    title: string;
    more: string;
    moreNote: string;
    fine: string;
  };
} | null;

// Source: web/content/queries.ts
// Variable: platformQuery
// Query: *[_type == "platform" && _id == "platform"][0]
export type PlatformQueryResult = {
  _id: "platform";
  _type: "platform";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  lead: string;
  tiles: Array<{
    label: string;
    value: string;
    _type: "platformTile";
    _key: string;
  }>;
  howItWorks: {
    title: string;
    caption: string;
    captionDesktop: string;
    slides: string;
    slide: string;
  };
  cal: {
    title: string;
    lead: string;
    claims: Array<{
      title: string;
      text: string;
      _type: "platformClaim";
      _key: string;
    }>;
    lens: {
      role: string;
      task: string;
      company: string;
      alt: string;
      pause: string;
    };
  };
  features: {
    title: string;
    stepsTitle: string;
  };
  closing: {
    title: string;
    lead: string;
    cta: string;
  };
} | null;

// Source: web/content/queries.ts
// Variable: aboutQuery
// Query: *[_type == "about" && _id == "about"][0]
export type AboutQueryResult = {
  _id: "about";
  _type: "about";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  lead: string;
  mission: {
    title: string;
    statement: string;
    text: string;
  };
  principles: {
    title: string;
    items: Array<{
      title: string;
      text: string;
      _type: "principle";
      _key: string;
    }>;
  };
  closing: {
    title: string;
    lead: string;
    cta: string;
  };
} | null;

// Source: web/content/queries.ts
// Variable: contactQuery
// Query: *[_type == "contact" && _id == "contact"][0]
export type ContactQueryResult = {
  _id: "contact";
  _type: "contact";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  lead: string;
  facts: Array<{
    label: string;
    value: string;
    _type: "fact";
    _key: string;
  }>;
  fields: {
    name: string;
    email: string;
    message: string;
  };
  hint?: string;
  fine: string;
  fineLink: string;
  buttons: {
    idle: string;
    loading: string;
    unavailable: string;
  };
  success: string;
  error: string;
  errorLink: string;
  botCheckFailed: string;
  noScript: string;
  copyEmail: string;
} | null;

// Source: web/content/queries.ts
// Variable: notFoundQuery
// Query: *[_type == "notFound" && _id == "notFound"][0]
export type NotFoundQueryResult = {
  _id: "notFound";
  _type: "notFound";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  text: string;
  note?: string;
  cta: string;
  secondaryCta: string;
} | null;

// Source: web/content/queries.ts
// Variable: legalPagesQuery
// Query: *[_type == "legalPage"] | order(_id){..., "slug": slug.current}
export type LegalPagesQueryResult = Array<{
  _id: string;
  _type: "legalPage";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  title: string;
  slug: string;
  updated: string;
  intro: string;
  body: Array<{
    children?: Array<{
      marks?: Array<string>;
      text?: string;
      _type: "span";
      _key: string;
    }>;
    style?: "h2" | "h3" | "normal";
    listItem?: "bullet" | "number";
    markDefs?: Array<{
      href: string;
      page?: LandingPageReference;
      _type: "link";
      _key: string;
    }>;
    level?: number;
    _type: "block";
    _key: string;
  }>;
}>;

// Source: web/content/queries.ts
// Variable: landingPagesQuery
// Query: *[_type == "landingPage"] | order(_id){  _id, title, seo, indexed, "slug": slug.current,  "blocks": blocks[hidden != true]{    ...,    _type == "pictureBlock" => {picture{alt, crop, hotspot, "url": asset->url}},    _type == "examplesBlock" => {examples[]->{_id, team, title, audit,  inputs[]{_key, tool, context, icon, text, "integration": integration->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}},  output{type, title, rows, blindSpot, "destination": destination->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}}}},    _type == "pillarsBlock" => {pillars[]->{_id, title, text, claim, "step": step->{_id, title}}},    _type == "stepsBlock" => {steps[]->{_id, title, text}},    _type == "integrationsBlock" => {items[]->{_id, title, kind, mono, logo{crop, hotspot, "url": asset->url}}},    _type == "faqBlock" => {groups[]->{_id, title, items}}  }}
export type LandingPagesQueryResult = Array<{
  _id: string;
  title: string;
  seo: {
    title: string;
    description: string;
    image?: {
      asset?: SanityImageAssetReference;
      media?: unknown;
      hotspot?: SanityImageHotspot;
      crop?: SanityImageCrop;
      alt?: string;
      _type: "image";
    };
  };
  indexed: boolean;
  slug: string;
  blocks: Array<{
    title?: string;
    lead?: string;
    hidden?: boolean;
    _type: "calculatorBlock";
    _key: string;
  } | {
    title: string;
    lead?: string;
    actions?: Array<{
      label: string;
      leads: "demo" | "link" | "waitlist";
      href?: string;
      page?: LandingPageReference;
      _type: "action";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "callBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    columns: Array<string>;
    rows: Array<{
      label: string;
      values: Array<string>;
      _type: "comparisonRow";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "comparisonBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    hidden?: boolean;
    _type: "contactBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    counters: Array<{
      prefix?: string;
      value: number;
      suffix?: string;
      label: string;
      source?: string;
      sourceDate?: string;
      sourceHref?: string;
      _type: "counter";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "countersBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    examples: Array<{
      _id: string;
      team: string;
      title: string;
      audit: {
        sources: string;
        rule: string;
        model: string;
        signOff: string;
      };
      inputs: Array<{
        _key: string;
        tool: string;
        context: string | null;
        icon: "call" | "mail" | null;
        text: string;
        integration: {
          _id: string;
          title: string;
          kind: "model" | "tool";
          mono: boolean;
          logo: {
            crop: SanityImageCrop | null;
            hotspot: SanityImageHotspot | null;
            url: string;
          };
        } | null;
      }>;
      output: {
        type: string;
        title: string;
        rows: Array<{
          label: string;
          value: string;
          sources: Array<number>;
          inferred?: boolean;
          _type: "row";
          _key: string;
        }>;
        blindSpot: string;
        destination: {
          _id: string;
          title: string;
          kind: "model" | "tool";
          mono: boolean;
          logo: {
            crop: SanityImageCrop | null;
            hotspot: SanityImageHotspot | null;
            url: string;
          };
        };
      };
    }>;
    hidden?: boolean;
    _type: "examplesBlock";
    _key: string;
  } | {
    title?: string;
    groups: Array<{
      _id: string;
      title: string;
      items: Array<{
        question: string;
        answer: Array<{
          children?: Array<{
            marks?: Array<string>;
            text?: string;
            _type: "span";
            _key: string;
          }>;
          style?: "normal";
          listItem?: "bullet" | "number";
          markDefs?: Array<{
            href: string;
            page?: LandingPageReference;
            _type: "link";
            _key: string;
          }>;
          level?: number;
          _type: "block";
          _key: string;
        }>;
        pinned?: boolean;
        _type: "faqItem";
        _key: string;
      }>;
    }>;
    hidden?: boolean;
    _type: "faqBlock";
    _key: string;
  } | {
    title: string;
    lead: string;
    actions?: Array<{
      label: string;
      leads: "demo" | "link" | "waitlist";
      href?: string;
      page?: LandingPageReference;
      _type: "action";
      _key: string;
    }>;
    note?: string;
    hidden?: boolean;
    _type: "heroBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    items: Array<{
      _id: string;
      title: string;
      kind: "model" | "tool";
      mono: boolean;
      logo: {
        crop: SanityImageCrop | null;
        hotspot: SanityImageHotspot | null;
        url: string;
      };
    }>;
    hidden?: boolean;
    _type: "integrationsBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    picture: {
      alt: string | null;
      crop: SanityImageCrop | null;
      hotspot: SanityImageHotspot | null;
      url: string;
    };
    body: Array<{
      children?: Array<{
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }>;
      style?: "h3" | "normal";
      listItem?: "bullet" | "number";
      markDefs?: Array<{
        href: string;
        page?: LandingPageReference;
        _type: "link";
        _key: string;
      }>;
      level?: number;
      _type: "block";
      _key: string;
    }>;
    caption?: string;
    isLeft?: boolean;
    hidden?: boolean;
    _type: "pictureBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    pillars: Array<{
      _id: string;
      title: string;
      text: string;
      claim: string;
      step: {
        _id: string;
        title: string;
      };
    }>;
    hidden?: boolean;
    _type: "pillarsBlock";
    _key: string;
  } | {
    quote: string;
    person: string;
    role?: string;
    hidden?: boolean;
    _type: "quoteBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    hidden?: boolean;
    _type: "securityBlock";
    _key: string;
  } | {
    title?: string;
    lead?: string;
    steps: Array<{
      _id: string;
      title: string;
      text: string;
    }>;
    hidden?: boolean;
    _type: "stepsBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    body: Array<{
      children?: Array<{
        marks?: Array<string>;
        text?: string;
        _type: "span";
        _key: string;
      }>;
      style?: "h3" | "normal";
      listItem?: "bullet" | "number";
      markDefs?: Array<{
        href: string;
        page?: LandingPageReference;
        _type: "link";
        _key: string;
      }>;
      level?: number;
      _type: "block";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "textBlock";
    _key: string;
  } | {
    label: string;
    title: string;
    lead?: string;
    tiles: Array<{
      title: string;
      text: string;
      _type: "tile";
      _key: string;
    }>;
    hidden?: boolean;
    _type: "tilesBlock";
    _key: string;
  }>;
}>;

// Query TypeMap
declare global {
  interface SanityQueries {
    "*[_type == \"settings\" && _id == \"settings\"][0]": SettingsQueryResult;
    "*[_type == \"redirects\" && _id == \"redirects\"][0].rules[]{_key, from, to}": RedirectsQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0]{_id, seo}": HomeQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].hero{..., inputs[]{_key, tool, context, icon, text, \"integration\": integration->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}}}": HeroQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].whyNow": WhyNowQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].howItWorks{..., examples[]->{_id, team, title, audit,\n  inputs[]{_key, tool, context, icon, text, \"integration\": integration->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}},\n  output{type, title, rows, blindSpot, \"destination\": destination->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}}}}": HowItWorksQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].cal": CalQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].demo": DemoQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].features{..., pillars[]->{_id, title, text, claim, \"step\": step->{_id, title}}, steps[]->{_id, title, text}}": FeaturesQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].roi": RoiQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].integrations{..., items[]->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}}": IntegrationsQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].security": SecurityQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].faq{..., groups[]->{_id, title, items}}": FaqQueryResult;
    "*[_type == \"home\" && _id == \"home\"][0].closing": ClosingQueryResult;
    "*[_type == \"platform\" && _id == \"platform\"][0]": PlatformQueryResult;
    "*[_type == \"about\" && _id == \"about\"][0]": AboutQueryResult;
    "*[_type == \"contact\" && _id == \"contact\"][0]": ContactQueryResult;
    "*[_type == \"notFound\" && _id == \"notFound\"][0]": NotFoundQueryResult;
    "*[_type == \"legalPage\"] | order(_id){..., \"slug\": slug.current}": LegalPagesQueryResult;
    "*[_type == \"landingPage\"] | order(_id){\n  _id, title, seo, indexed, \"slug\": slug.current,\n  \"blocks\": blocks[hidden != true]{\n    ...,\n    _type == \"pictureBlock\" => {picture{alt, crop, hotspot, \"url\": asset->url}},\n    _type == \"examplesBlock\" => {examples[]->{_id, team, title, audit,\n  inputs[]{_key, tool, context, icon, text, \"integration\": integration->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}},\n  output{type, title, rows, blindSpot, \"destination\": destination->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}}}},\n    _type == \"pillarsBlock\" => {pillars[]->{_id, title, text, claim, \"step\": step->{_id, title}}},\n    _type == \"stepsBlock\" => {steps[]->{_id, title, text}},\n    _type == \"integrationsBlock\" => {items[]->{_id, title, kind, mono, logo{crop, hotspot, \"url\": asset->url}}},\n    _type == \"faqBlock\" => {groups[]->{_id, title, items}}\n  }\n}": LandingPagesQueryResult;
  }
}
// Lets @sanity/client releases that predate the global registry read it too
declare module "@sanity/client" {
  interface SanityQueries extends globalThis.SanityQueries {}
}

