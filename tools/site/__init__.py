"""The documentation site: pages from docs/ and rules/, and those that only the site has."""
