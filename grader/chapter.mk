# chapter.mk - what make does inside a chapter's folder under exercises/:
#
#   make                        grade the chapter's exercises
#     EXERCISE=name               only that exercise
#     SOLUTIONS=1                 the reference solutions instead of your files
#   make hint                   the next of three hints (EXERCISE=name where there are several exercises)
#   make reset                  start again; your version is kept aside
#
# Everything else is done in the workbook's own folder, where make help shows it.
.PHONY: grade hint reset help
grade hint reset:
	@$(MAKE) --no-print-directory -C ../.. $@ CHAPTER=$(notdir $(CURDIR)); ../../grader/end_make.sh $$PPID $$?
help:
	@sed -n '3,/^# Every/s/^# \{0,1\}//p' ../../grader/chapter.mk
