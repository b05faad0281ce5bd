/** How the keys of one kind look. */
export interface KeyShape {
  readonly name: string;
  readonly about: string;
  /** The source of an expression for what every such key has: a text without it need not be looked into. */
  readonly sign: string;
  /** Global, and linear in the text. All of a match is the secret. */
  readonly shape: RegExp;
}

/** Shapes that well-known services give their keys, and tokens that say by themselves what they are. */
export const KEY_SHAPES: readonly KeyShape[] = [
  {
    name: 'private-key',
    sign: 'PRIVATE KEY',
    about: 'a private key in PEM form',
    shape:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END )[\s\S]){0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  },
  {
    name: 'jwt',
    sign: 'ey[JI]',
    about: 'a JSON Web Token',
    // It begins where a word does, or soon after, behind a hyphen: a search from each `eyJ` would take long.
    shape: /(?:(?<![\w-])|(?<=(?<![\w-])[\w-]{0,40}-))ey[JI][\w-]{8,}\.ey[JI][\w-]{8,}\.[\w-]*/g,
  },
  {
    name: 'sk-key',
    sign: 'sk-',
    about: 'a key that starts with sk-',
    shape: /\bsk-(?=[\w-]{0,200}\d)[\w-]{16,}/g,
  },
  {
    name: 'stripe',
    sign: '[sr]k_(?:live|test)',
    about: 'a Stripe key',
    shape: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  },
  {
    name: 'github',
    sign: 'gh[oprsu]_',
    about: 'a GitHub token',
    shape: /\bgh[oprsu]_[A-Za-z0-9]{20,}/g,
  },
  { name: 'github', sign: 'github_pat', about: 'a GitHub token', shape: /\bgithub_pat_\w{20,}/g },
  {
    name: 'aws',
    sign: 'AKIA|ASIA',
    about: 'an AWS access key',
    shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  },
  { name: 'slack', sign: 'xox', about: 'a Slack token', shape: /\bxox[a-z]-[\w-]{10,}/g },
  { name: 'slack', sign: 'xapp', about: 'a Slack app token', shape: /\bxapp-[\w-]{10,}/g },
  { name: 'google', sign: 'AIza', about: 'a Google API key', shape: /\bAIza[\w-]{30,}/g },
  { name: 'google', sign: 'ya29', about: 'a Google access token', shape: /\bya29\.[\w-]{20,}/g },
  { name: 'npm', sign: 'npm_', about: 'an npm token', shape: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: 'pypi', sign: 'pypi-', about: 'a PyPI token', shape: /\bpypi-[\w-]{50,}/g },
  {
    name: 'hugging-face',
    sign: 'hf_',
    about: 'a Hugging Face token',
    shape: /\bhf_[A-Za-z0-9]{20,}/g,
  },
  {
    name: 'sendgrid',
    sign: 'SG\\.',
    about: 'a SendGrid key',
    shape: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  },
  {
    name: 'stripe',
    about: 'a Stripe webhook secret',
    sign: 'whsec_',
    shape: /\bwhsec_[A-Za-z0-9+/]{20,}={0,2}/g,
  },
  {
    name: 'gitlab',
    about: 'a GitLab token',
    sign: 'gl(?:pat|ptt|rt|dt|ft|soat|agent)-',
    shape: /\bgl(?:pat|ptt|rt|dt|ft|soat|agent)-[\w-]{16,}/g,
  },
  {
    name: 'slack',
    about: 'the address of a Slack webhook',
    sign: 'hooks\\.slack',
    shape: /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/+-]{20,200}/g,
  },
  {
    name: 'discord',
    about: 'a Discord token',
    sign: '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.',
    shape: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
  },
  {
    name: 'discord',
    about: 'the address of a Discord webhook',
    sign: '\\/webhooks\\/',
    shape: /(?<=\bdiscord(?:app)?\.com\/api\/webhooks\/)\d{10,25}\/[\w-]{40,}/g,
  },
  {
    name: 'telegram',
    about: 'the token of a Telegram bot',
    sign: ':AA',
    shape: /(?<![\w-])\d{8,10}:AA[\w-]{32,}/g,
  },
  {
    name: 'google',
    about: 'a Google client secret',
    sign: 'GOCSPX-',
    shape: /\bGOCSPX-[\w-]{20,}/g,
  },
  { name: 'twilio', about: 'a Twilio key', sign: 'SK[0-9a-f]{32}', shape: /\bSK[0-9a-f]{32}\b/g },
  {
    name: 'mailgun',
    about: 'a Mailgun key',
    sign: 'key-[0-9a-f]{32}',
    shape: /\bkey-[0-9a-f]{32}\b/g,
  },
  {
    name: 'digitalocean',
    about: 'a DigitalOcean token',
    sign: 'do[opr]_v1_',
    shape: /\bdo[opr]_v1_[0-9a-f]{40,}/g,
  },
  {
    name: 'shopify',
    about: 'a Shopify token',
    sign: 'shp(?:at|ca|pa|ss)_',
    shape: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g,
  },
  { name: 'square', about: 'a Square token', sign: 'sq0', shape: /\bsq0[a-z]{3}-[\w-]{22,}/g },
  {
    name: 'databricks',
    about: 'a Databricks token',
    sign: 'dapi',
    shape: /\bdapi[0-9a-f]{32}(?:-\d)?\b/g,
  },
  {
    name: 'grafana',
    about: 'a Grafana token',
    sign: 'gl(?:sa|c)_',
    shape: /\bgl(?:sa|c)_[\w+/]{32,}={0,2}/g,
  },
  { name: 'vault', about: 'a Vault token', sign: 'hv[bsr]\\.', shape: /\bhv[bsr]\.[\w-]{24,}/g },
  {
    name: 'terraform',
    about: 'a Terraform token',
    sign: 'atlasv1',
    shape: /\b\w{14}\.atlasv1\.[\w-]{40,}/g,
  },
  { name: 'notion', about: 'a Notion token', sign: 'ntn_', shape: /\bntn_[A-Za-z0-9]{40,}/g },
  {
    name: 'linear',
    about: 'a Linear key',
    sign: 'lin_',
    shape: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g,
  },
  { name: 'figma', about: 'a Figma token', sign: 'figd_', shape: /\bfigd_[\w-]{32,}/g },
  {
    name: 'airtable',
    about: 'an Airtable token',
    sign: 'pat[A-Za-z0-9]{14}\\.',
    shape: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g,
  },
  {
    name: 'atlassian',
    about: 'an Atlassian token',
    sign: 'AT[AC]TT3',
    shape: /\bAT[AC]TT3[\w=-]{60,}/g,
  },
  {
    name: 'new-relic',
    about: 'a New Relic key',
    sign: 'NRAK-',
    shape: /\bNR(?:AK|AL|II|JS)-[\w-]{19,}/g,
  },
  { name: 'sentry', about: 'a Sentry token', sign: 'sntry', shape: /\bsntry[su]_[\w+/=-]{40,}/g },
  { name: 'docker', about: 'a Docker token', sign: 'dckr_', shape: /\bdckr_[po]at_[\w-]{24,}/g },
  {
    name: 'postman',
    about: 'a Postman key',
    sign: 'PMAK-',
    shape: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}/g,
  },
  { name: 'heroku', about: 'a Heroku key', sign: 'HRKU-', shape: /\bHRKU-[\w-]{30,}/g },
  { name: 'fly', about: 'a Fly.io token', sign: 'fm[12]', shape: /\bfm[12][a-z]?_[\w+/=-]{60,}/g },
  {
    name: 'tailscale',
    about: 'a Tailscale key',
    sign: 'tskey-',
    shape: /\btskey-[a-z]{2,12}-[\w-]{20,}/g,
  },
  {
    name: 'doppler',
    about: 'a Doppler token',
    sign: 'dp\\.',
    shape: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}/g,
  },
  {
    name: 'planetscale',
    about: 'a PlanetScale token',
    sign: 'pscale_',
    shape: /\bpscale_[a-z]{2,6}_[\w.-]{32,}/g,
  },
  { name: 'supabase', about: 'a Supabase token', sign: 'sbp_', shape: /\bsbp_[0-9a-f]{40}/g },
  {
    name: 'supabase',
    about: 'a Supabase key',
    sign: 'sb_secret_',
    shape: /\bsb_secret_[\w-]{20,}/g,
  },
  {
    name: 'rubygems',
    about: 'a RubyGems key',
    sign: 'rubygems_',
    shape: /\brubygems_[0-9a-f]{40,}/g,
  },
  { name: 'groq', about: 'a Groq key', sign: 'gsk_', shape: /\bgsk_[A-Za-z0-9]{40,}/g },
  { name: 'replicate', about: 'a Replicate token', sign: 'r8_', shape: /\br8_[A-Za-z0-9]{36,}/g },
  {
    name: 'perplexity',
    about: 'a Perplexity key',
    sign: 'pplx-',
    shape: /\bpplx-[A-Za-z0-9]{40,}/g,
  },
  { name: 'xai', about: 'an xAI key', sign: 'xai-', shape: /\bxai-[A-Za-z0-9]{40,}/g },
  { name: 'pinecone', about: 'a Pinecone key', sign: 'pcsk_', shape: /\bpcsk_\w{40,}/g },
  {
    name: 'langsmith',
    about: 'a LangSmith key',
    sign: 'lsv2_',
    shape: /\blsv2_[a-z]{2}_[0-9a-f]{32}(?:_[0-9a-f]{10})?/g,
  },
  { name: 'tavily', about: 'a Tavily key', sign: 'tvly-', shape: /\btvly-[\w-]{20,}/g },
  {
    name: 'firecrawl',
    about: 'a Firecrawl key',
    sign: 'fc-[0-9a-f]{32}',
    shape: /\bfc-[0-9a-f]{32}\b/g,
  },
  {
    name: 'apify',
    about: 'an Apify token',
    sign: 'apify_api_',
    shape: /\bapify_api_[A-Za-z0-9]{30,}/g,
  },
  { name: 'jina', about: 'a Jina key', sign: 'jina_', shape: /\bjina_\w{40,}/g },
  {
    name: 'age',
    about: 'the secret key of age',
    sign: 'AGE-SECRET-KEY',
    shape: /\bAGE-SECRET-KEY-1[0-9A-Za-z]{40,}/g,
  },
];

/** A text that does not match holds no key of any of these kinds. */
export const MAY_HOLD_KEY: RegExp = new RegExp(KEY_SHAPES.map(({ sign }) => sign).join('|'));
