export default {
  sources: ["skills",
};
