import { expect, it } from "vitest";
import { compareCodeUnits, sortedBy } from "../../../src/paths/index.ts";

it("sorts by code units, not by alphabet", () => {
  expect(["zebra", "Äpfel", "Zug", "apple", "10", "9", "é", ""].toSorted(compareCodeUnits)).toEqual([
    "",
    "10",
    "9",
    "Zug",
    "apple",
    "zebra",
    "Äpfel",
    "é",
  ]);
  // Surrogates come before U+E000 and above, as in every JavaScript comparison.
  expect(compareCodeUnits("\u{1F9FE}", "\uFFFD")).toBe(-1);
  expect(compareCodeUnits("pdf", "pdf")).toBe(0);
});

it("sorts a copy and keeps the order of equals", () => {
  const orders = [
    { skill: "refunds", at: 1 },
    { skill: "invoices", at: 2 },
    { skill: "refunds", at: 3 },
  ];
  expect(sortedBy(orders, (order) => order.skill).map((order) => order.at)).toEqual([2, 1, 3]);
  expect(orders.map((order) => order.at)).toEqual([1, 2, 3]);
});
