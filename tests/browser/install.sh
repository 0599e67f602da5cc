#!/bin/sh
# What the browser tests need beyond Python packages: Chromium and a plain font, from Debian. Called by ./test.
set -eu
command -v chromium >/dev/null 2>&1 && exit 0
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends chromium fonts-liberation
