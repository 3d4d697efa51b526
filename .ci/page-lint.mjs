import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "texts are never markup" },
        { property: "outerHTML", message: "texts are never markup" },
        { property: "insertAdjacentHTML", message: "texts are never markup" },
      ],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
