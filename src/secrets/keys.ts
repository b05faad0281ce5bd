/** How the keys of one kind look. */
export interface KeyShape {
  readonly name: string;
  readonly about: string;
  /** Global, and linear in the text. All of a match is the secret. */
  readonly shape: RegExp;
}

/** Shapes that well-known services give their keys, and tokens that say by themselves what they are. */
export const KEY_SHAPES: readonly KeyShape[] = [
  {
    name: 'private-key',
    about: 'a private key in PEM form',
    shape:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END )[\s\S]){0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  },
  {
    name: 'jwt',
    about: 'a JSON Web Token',
    // It begins where a word does, or soon after, behind a hyphen: a search from each `eyJ` would take long.
    shape: /(?:(?<![\w-])|(?<=(?<![\w-])[\w-]{0,40}-))ey[JI][\w-]{8,}\.ey[JI][\w-]{8,}\.[\w-]*/g,
  },
  {
    name: 'sk-key',
    about: 'a key that starts with sk-',
    shape: /\bsk-(?=[\w-]{0,200}\d)[\w-]{16,}/g,
  },
  { name: 'stripe', about: 'a Stripe key', shape: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { name: 'github', about: 'a GitHub token', shape: /\bgh[oprsu]_[A-Za-z0-9]{20,}/g },
  { name: 'github', about: 'a GitHub token', shape: /\bgithub_pat_\w{20,}/g },
  { name: 'gitlab', about: 'a GitLab token', shape: /\bgl(?:pat|ptt|rt)-[\w-]{16,}/g },
  { name: 'aws', about: 'an AWS access key', shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: 'slack', about: 'a Slack token', shape: /\bxox[a-z]-[\w-]{10,}/g },
  { name: 'slack', about: 'a Slack app token', shape: /\bxapp-[\w-]{10,}/g },
  { name: 'google', about: 'a Google API key', shape: /\bAIza[\w-]{30,}/g },
  { name: 'google', about: 'a Google access token', shape: /\bya29\.[\w-]{20,}/g },
  { name: 'npm', about: 'an npm token', shape: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: 'pypi', about: 'a PyPI token', shape: /\bpypi-[\w-]{50,}/g },
  { name: 'hugging-face', about: 'a Hugging Face token', shape: /\bhf_[A-Za-z0-9]{20,}/g },
  { name: 'sendgrid', about: 'a SendGrid key', shape: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
];
