# chapter.mk - what make does inside a chapter's folder under exercises/: `make` grades the chapter's exercises.
.PHONY: grade hint reset
grade hint reset:
	@$(MAKE) --no-print-directory -C ../.. $@ CHAPTER=$(CHAPTER); ../../grader/end_make.sh $$PPID $$?
