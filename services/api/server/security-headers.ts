import helmet from 'helmet';

const own = ["'self'"];
const directives = {
  defaultSrc: own,
  scriptSrc: own,
  styleSrc: own,
  imgSrc: [...own, 'data:'],
  fontSrc: own,
  connectSrc: own,
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: own,
  frameAncestors: ["'none'"],
};

/** Strict headers for every answer: no inline scripts, no other hosts, no frames. */
export const securityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { ...directives, manifestSrc: own, workerSrc: own } },
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
});

/** The policy for pages of tools that set styles from scripts. It allows inline styles; all else stays strict. */
const forTools = (baseUri: "'none'" | "'self'") =>
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...directives, styleSrc: [...own, "'unsafe-inline'"], baseUri: [baseUri] },
  });

/** For the API reference and the dashboard's component library. */
export const inlineStyles = forTools("'none'");

/** For the queue board: its page sets its own `<base>` to find its files. */
export const inlineStylesWithBase = forTools("'self'");
