export default { sources: [{ path: "skills", mount_as: "birds" }, { dir: "skills", mount_As: "birds" }], out_dir: "birds" };
