import * as z from "zod";
import { clientRows, listingClients, type ListingClientName } from "../listings/index.ts";

const listingSchema = z.union([
  z.string(),
  z.literal(false),
  z.strictObject({
    window: z
      .string()
      .optional()
      .describe(
        "A context window in tokens, such as `200k`, or a budget: `chars:8000`, `tokens:4000`. Default: that of the client.",
      ),
    root: z
      .string()
      .optional()
      .describe("Absolute directory of the installed skills. Default: `/home/user/.agents/skills`."),
    reserve: z
      .int()
      .nonnegative()
      .optional()
      .describe("What other skills take of the budget, in its unit. Default: `0`."),
  }),
]);

type ListingsShape = { [Client in ListingClientName]: z.ZodOptional<typeof listingSchema> };

/** Clients with their budgets: by name, or as a list. */
export const listingsSchema = z.union([
  z.array(z.string()),
  z.strictObject(
    Object.fromEntries(
      listingClients.map((name) => [
        name,
        listingSchema.optional().describe(`Budget of ${clientRows[name].label}, or false for none.`),
      ]),
    ) as ListingsShape,
  ),
]);
