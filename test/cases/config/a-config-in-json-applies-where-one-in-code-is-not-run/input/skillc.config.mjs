throw new Error("this config was run");
