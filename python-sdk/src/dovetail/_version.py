"""The version of the package, and of the engine that it carries."""

VERSION = "0.1.0"
