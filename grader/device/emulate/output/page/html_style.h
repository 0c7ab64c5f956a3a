// html_style.h - how the page of output_html.c looks: light and dark, wide and narrow, on paper.
#ifndef HTML_STYLE_H
#define HTML_STYLE_H

extern const char *const html_style[]; // parts of the style sheet, the last is NULL

#endif
