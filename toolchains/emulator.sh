#!/bin/sh
# Runs a program of another architecture: what toolchain files give to build systems as their emulator. Within `crosslane exec` and
# `crosslane suite`, it runs on the row's CPU, with a log.
# SPDX-License-Identifier: MIT
# Usage: emulator.sh EMULATOR ARGUMENT...
# CROSSLANE_EMULATOR: what stands in for EMULATOR (harness/suite/launch.c).
emulator=$1
shift
exec "${CROSSLANE_EMULATOR:-$emulator}" "$@"
