#!/usr/bin/env bash
ls
