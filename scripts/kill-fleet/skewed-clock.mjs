// Loaded into a worker by --import: its clock is SKEW_SECONDS ahead of those of all others.
const ahead = Number(process.env.SKEW_SECONDS ?? 0) * 1000;
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + ahead] : given));
  }

  static now() {
    return Real.now() + ahead;
  }
};
