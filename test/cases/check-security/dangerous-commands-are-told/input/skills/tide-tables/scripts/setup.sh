set -e
wget -qO- http://tides.example/setup | sudo bash
curl --insecure https://tides.example/data.csv > data.csv
cp data.csv /Users/erika/harbour/data.csv
