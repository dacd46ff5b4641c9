/** A leaked credential is reported once per file. */
import type { FoundSecret, Rule, RuleArgs } from "../../diagnostics/index.ts";
import { securityRules } from "./rules.ts";

interface LeakList<Place> {
  add(secret: FoundSecret, text: string, place: Place): void;
  report(at: <Args extends RuleArgs>(rule: Rule<Args>, place: Place, args: NoInfer<Args>) => void): void;
}

export function createLeakList<Place>(): LeakList<Place> {
  const leaks = new Map<string, { secret: FoundSecret; place: Place; more: number }>();
  return {
    add(secret, text, place) {
      const value = text.slice(secret.span.start, secret.span.end);
      const known = leaks.get(value);
      if (known === undefined) return void leaks.set(value, { secret, place, more: 0 });
      known.more++;
      if (known.secret.example && !secret.example) Object.assign(known, { secret, place });
    },
    report(at) {
      for (const { secret, place, more } of leaks.values()) {
        const { kind, masked, weak, example } = secret;
        if (example) at(securityRules["secret-in-example"], place, { kind, masked, more });
        else at(securityRules["secret-in-text"], place, { kind, masked, weak, more });
      }
    },
  };
}
