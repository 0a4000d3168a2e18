#!/bin/sh
# Runs a program of another architecture: what toolchain files give to build systems as their emulator. Within `crosslane exec` and
# `crosslane suite`, it runs on the row's CPU, with a log.
# SPDX-License-Identifier: MIT
# Usage: emulator.sh EMULATOR ARGUMENT...
# CROSSLANE_EMULATOR: what stands in for EMULATOR (harness/suite/launch.c); none: this machine's CPU, on native rows.
emulator=$1
shift
if [ "${CROSSLANE_EMULATOR-}" = none ]; then
    [ "$1" != -L ] || shift 2
    exec "$@"
fi
# In a cross build, CMake's check_c_source_runs succeeds if the program dies of a signal, such as SIGILL.
case " $*" in */cmTC_*)
    "${CROSSLANE_EMULATOR:-$emulator}" "$@"
    exit
    ;;
esac
exec "${CROSSLANE_EMULATOR:-$emulator}" "$@"
