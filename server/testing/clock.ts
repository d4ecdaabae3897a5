const MINUTE = 60_000;

/** A clock that stands still until a test moves it. `now` replaces the clock in the dependencies. */
export function aClock(start: string) {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    set: (instant: string) => {
      time = Date.parse(instant);
    },
    forward: (minutes: number) => {
      time += minutes * MINUTE;
    },
  };
}
