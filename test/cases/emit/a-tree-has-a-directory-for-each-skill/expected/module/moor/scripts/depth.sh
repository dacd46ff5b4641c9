#!/bin/sh
echo 4
