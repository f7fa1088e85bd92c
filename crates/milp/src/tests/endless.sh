#!/bin/sh
# A solver that never answers, whatever it is asked.
exec sleep 600
