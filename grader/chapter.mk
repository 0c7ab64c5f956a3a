# chapter.mk - what make does inside a chapter's folder under exercises/:
#
#   make                        grade the chapter's exercises
#     EXERCISE=name               only that exercise
#     SOLUTIONS=1                 the reference solutions instead of your files
#   make hint                   the next of three hints (EXERCISE=name where there are several exercises)
#   make reset                  start again; your version is kept aside
#
# Everything else is told by make help in the workbook's own folder; it works here, too, for this chapter.
in_workbook = $(MAKE) --no-print-directory -C ../.. $@ CHAPTER=$(notdir $(CURDIR)); ../../grader/end_make.sh $$PPID $$?
.PHONY: grade hint reset help
.DEFAULT:
	@$(in_workbook)
grade hint reset:
	@$(in_workbook)
help:
	@sed -n '3,/^# Every/s/^# \{0,1\}//p' ../../grader/chapter.mk
