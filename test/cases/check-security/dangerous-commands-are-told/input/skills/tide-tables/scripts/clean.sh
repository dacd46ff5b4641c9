rm -rf "$HOME"
rm -rf /tmp/tides
