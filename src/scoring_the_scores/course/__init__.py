"""The course: assignments of the book's exercises, and grades of what students hand in.

``metricbook course`` is the command; `plans` reads what a course is planned from.
"""
