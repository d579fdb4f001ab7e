#!/usr/bin/env bash
# Makes the fonts for symbols and emoji of PDF exports. Run it to take newer fonts or more characters. Needs Python with venv.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=apps/content-service/src/features/exports/pdf/fonts/symbols
packages=(noto-sans-symbols@0.4.1 noto-sans-symbols-2@0.4.1 noto-sans-math@0.4.2 noto-emoji@0.4.7)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check fonttools==4.68.0
npm install --silent --prefix "$work" "${packages[@]/#/@expo-google-fonts/}"
fonts=$work/node_modules/@expo-google-fonts

# Without hints, which only screens of few pixels need, and glyph names.
subset() { # <package> <file> <code points>
  "$work/python/bin/pyftsubset" "$fonts/$1/400Regular/$2_400Regular.ttf" --unicodes="$3" --output-file="$out/$2.ttf" \
    --layout-features='*' --no-hinting --no-glyph-names --notdef-outline --name-IDs='*' --drop-tables+=MATH,meta
}

mkdir -p "$out"
# Roman numerals, technical symbols, enclosed letters and numbers, zodiac, recycling, alchemy, combining enclosures.
subset noto-sans-symbols NotoSansSymbols 2000-206F,20D0-20FF,2150-1FFFF
# Technical and control symbols, weather, chess, dingbats, braille, arrows and shapes.
subset noto-sans-symbols-2 NotoSansSymbols2 2000-206F,2300-245F,2600-28FF,2B00-2BFF,1F100-1F1FF,1F780-1F8FF
# Arrows and operators. Boxes, blocks and shapes stay with Noto Sans Mono.
subset noto-sans-math NotoSansMath 2190-23FF,27C0-27FF,2900-2BFF
subset noto-emoji NotoEmoji '*'

cat > "$out/OFL.txt" << END
NotoEmoji.ttf: $(head -n 1 "$fonts/noto-emoji/LICENSE_FONT")
NotoSansMath.ttf: $(head -n 1 "$fonts/noto-sans-math/LICENSE_FONT")
NotoSansSymbols.ttf, NotoSansSymbols2.ttf: $(head -n 1 "$fonts/noto-sans-symbols/LICENSE_FONT")
These files contain a part of the characters of the fonts that they are named after.
$(tail -n +2 "$fonts/noto-sans-math/LICENSE_FONT")
END
ls -l "$out"
