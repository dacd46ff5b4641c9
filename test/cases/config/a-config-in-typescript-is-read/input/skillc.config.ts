const dir: string = "kitchen";
export default { sources: [{ dir, mountAs: "skills" }] };
