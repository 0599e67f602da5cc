/** What modules touch when they are read, in place of a browser. */

const nothing = () => undefined;
Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: nothing },
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
  document: { documentElement: { dataset: {} } },
  addEventListener: nothing,
  location: { pathname: "/" },
});
