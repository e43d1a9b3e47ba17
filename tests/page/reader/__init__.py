"""Somebody who plays whole matches through the page, by pressing what is lit, and reads every sentence on the way.

`read.js` runs in the page and notes each sentence with the view under which it stood; `evening` plays; `catalogues` knows the
sentences of every language; `faults` holds what was read against them and against the match's own log; `peaks` says which
moments of each game must have been announced. `python -m tests.page.reader` writes transcripts for a person to read.
"""
