export const file = (name: string) => import(`../../../${name}.json`, { with: { type: "text" } });
export const module = (name: string) => require("./tides/" + name);
export const any = (name: string) => import(name);
