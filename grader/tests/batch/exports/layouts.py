#!/usr/bin/env python3
"""layouts.py - a class of thirty awkward students as each platform exports it, written from what the platforms' own
sources and manuals say of their layouts, and without a look at how the grader reads them.

usage: layouts.py LAYOUT FOLDER [--broken]

Writes below FOLDER the download (a zip where the platform gives one, else a folder `export`), the platform's table
`table.csv`, and `truth.csv`: a line for each student with the id of the table, what has to become of the submission
(own: the student's program is graded; unclear: a person has to look; refused; absent) and what stands in the program.
Prints the path of the download. One more student is in the table and handed in nothing. --broken: the programs do not
compile, so that grading them takes no time.
"""
import csv
import html
import io
import json
import os
import re
import sys
import tarfile
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', '..')
NAME = 'matmul_coalesced'
CHAPTER = '02_coalescing'
STUDENTS = 30
NAMES = [('Ann', 'Lee'), ('Ann', 'Lee'), ('Zo\u00eb', 'M\u00fcller'), ('Siobh\u00e1n', "O'Brien"), ('Jean-Luc', "d'Arc"),
         ('Maximiliana Wilhelmine Friederike ' * 2, 'von und zu ' + 'Hohenstein-' * 5 + 'Burg'), ('Sam', 'Smith, Jr.'),
         ('Bob "Bo"', 'Ray'), ('Eve', '=cmd()'), ('..', '../Eve'), ('\u5c0f\u9f99', '\u674e'), ('', 'Sukarno'),
         ('Late', 'LATE 7'), ('Anon', 'Anon_8'), ('Mu\u0308ge', 'Yı̇lmaz')]
TRAITS = ['plain', 'late', 'again', 'zip', 'zipzip', 'renamed', 'capitals', 'copy', 'dash', 'workbook', 'beside', 'crlf',
          'bom', 'utf16', 'empty', 'litter', 'txt', 'targz', 'two', 'same', 'typed', 'curly', 'nothing', 'group',
          'attempts', 'apart', 'escape', 'hidden', 'broken', 'plain']


def source(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read()


SOLUTION = source(f'solutions/{CHAPTER}/{NAME}.cu')
SKELETON = source(f'grader/exercises/{NAME}/skeleton.cu')


if sys.argv[3:] == ['--broken']:
    SOLUTION = 'void matmul(const float *A, const float *B, float *C, int m, int n, int k) {}\n#error "broken"\n'


class Student:
    def __init__(self, number):
        self.number = number
        self.first, self.last = NAMES[number] if number < len(NAMES) else (f'Kim {number}', f'Tester{number}')
        self.login = f'u_{number:02}' if number % 3 else f'stud{number:02}'
        self.id = str(5000 + number)
        self.trait = TRAITS[number] if number < STUDENTS else 'absent'
        self.mark = f'student_{number:02} = {number}'
        self.program = SOLUTION + f'\nnamespace {{ const int {self.mark}; }}\n'

    name = property(lambda self: f'{self.first} {self.last}'.strip())
    sortable = property(lambda self: ', '.join(filter(None, [self.last, self.first])))
    email = property(lambda self: f'{self.login}@example.edu')


def packed(files, kind='zip'):
    out = io.BytesIO()
    if kind == 'zip':
        with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
            for name, data in files:
                archive.writestr(name, data)
    else:
        with tarfile.open(fileobj=out, mode='w:gz') as archive:
            for name, data in files:
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def handed_in(student):
    """The files of a student's last submission: (name, bytes); of what was typed the name is None."""
    if student.trait == 'absent':
        return []
    text, trait = student.program.encode(), student.trait
    skeleton, other = SKELETON.encode(), (student.program + '\nint other;\n').encode()
    place = f'exercises/{CHAPTER}/{NAME}.cu'
    book = [('workbook/grader/setup.sh', b'#!/bin/sh\n'), ('workbook/build/cuda/include/x.cu', b'x'),
            (f'workbook/solutions/{CHAPTER}/{NAME}.cu', SOLUTION.encode()),
            (f'workbook/grader/exercises/{NAME}/skeleton.cu', skeleton)]
    return {
        'again': [(f'{NAME}.cu', text)], 'zip': [('hw.zip', packed([(f'my work/{NAME}.cu', text)]))],
        'zipzip': [('hw.zip', packed([('inner.zip', packed([(f'{NAME}.cu', text)]))]))],
        'renamed': [('hw4.cu', text)], 'capitals': [('Matmul_Coalesced.CU', text)],
        'copy': [(f'{NAME}.cu', skeleton), (f'{NAME} (1).cu', text)],
        'dash': [(f'{NAME}.cu', skeleton), (f'{NAME}-1.cu', text)],
        'workbook': [('work.zip', packed(book + [('workbook/' + place, text)]))],
        'beside': [('work.zip', packed(book + [('workbook/' + place, skeleton), (f'workbook/{NAME} (1).cu', text)]))],
        'crlf': [(f'{NAME}.cu', text.replace(b'\n', b'\r\n'))], 'bom': [(f'{NAME}.cu', b'\xef\xbb\xbf' + text)],
        'utf16': [(f'{NAME}.cu', student.program.encode('utf-16'))], 'empty': [(f'{NAME}.cu', b'')],
        'litter': [('hw.zip', packed([(f'__MACOSX/hw/._{NAME}.cu', b'junk'), ('hw/.DS_Store', b'junk'),
                                      (f'hw/{NAME}.cu', text)]))],
        'txt': [(f'{NAME}.cu.txt', text)], 'targz': [('hw.tar.gz', packed([(f'hw/{NAME}.cu', text)], 'tar'))],
        'two': [('hw.zip', packed([(f'old/{NAME}.cu', other), (f'new/{NAME}.cu', text)]))],
        'same': [('hw.zip', packed([(f'a/{NAME}.cu', text), (f'b/{NAME}.cu', text)]))],
        'typed': [(None, student.program)], 'curly': [(None, student.program)], 'nothing': [('report.pdf', b'%PDF-1.4')],
        'apart': [('notes.txt', b'x'), (f'{NAME}.cu', text), ('plot.png', b'x')],
        'escape': [('hw.zip', packed([('../../evil.cu', b'x'), ('\x1b[31mred.cu', b'#error x'), ('a,"b\n.cu', b'#error x'),
                                      (f'{NAME}.cu', text)]))],
        'hidden': [('hw.zip', packed([('.git/config', b'x'), (f'src/{NAME}.cu', text)]))],
        'broken': [('hw.zip', b'PK\x03\x04 and nothing that a zip would have')],
    }.get(trait, [(f'{NAME}.cu', text)])


def truth_of(student):
    return {'absent': 'absent', 'nothing': 'unclear', 'broken': 'refused', 'empty': 'refused'}.get(student.trait, 'own')


class Export:
    """Files of the download, a zip or a folder."""

    def __init__(self, folder, name):
        self.path = os.path.join(folder, name)
        self.zip = zipfile.ZipFile(self.path, 'w', zipfile.ZIP_DEFLATED) if name.endswith('.zip') else None
        if not self.zip:
            os.makedirs(self.path)

    def put(self, name, data):
        data = data.encode() if isinstance(data, str) else data
        if self.zip:
            self.zip.writestr(name, data)
            return
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(data)

    def end(self):
        if self.zip:
            self.zip.close()


def typed_html(student):
    """What an editor in a page makes of a program that is pasted into it."""
    lines = html.escape(student.program, quote=False).splitlines()
    if student.trait == 'curly':
        lines = [line.replace('  ', '&nbsp; ').replace('"', '&ldquo;') for line in lines]
    return ''.join(f'<p>{line or "&nbsp;"}</p>' for line in lines)


def table(folder, rows, separator=',', encoding='utf-8', quoting=csv.QUOTE_MINIMAL, path=None):
    with open(path or os.path.join(folder, 'table.csv'), 'w', encoding=encoding, newline='') as file:
        csv.writer(file, delimiter=separator, quoting=quoting).writerows(rows)


def safe(name, characters='/\\:*?"<>|'):
    return ''.join('_' if c in characters else c for c in name)


# ---- Canvas: lib/content_zipper.rb, app/views/assignments/text_entry_page.html.erb, lib/gradebook_exporter.rb ----

CANVAS_PAGE = '''<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
        "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
  <meta http-equiv="Content-Type" content="text/html;charset=utf-8" />
  <title>%s</title>
</head>
<body>
<h1>%s</h1>
<div style="width: 600px; margin: 20px auto; border: 1px solid #888; padding: 20px;">
  %s
</div>
</body>
</html>'''


def canvas(folder, students):
    export, attachment = Export(folder, 'submissions.zip'), 9000
    for student in students[:STUDENTS]:
        name = re.sub(r'\W|_', '', student.sortable.lower()) if student.trait != 'group' else 'team7'
        late = '_LATE' if student.trait == 'late' else ''
        for file, data in handed_in(student):
            attachment += 1
            if file is None:
                title = html.escape(f'HW 1: {student.name}')
                export.put(f'{name}{late}_{student.id}_text.html', CANVAS_PAGE % (title, title, typed_html(student)))
            else:
                file = f'{NAME}-2.cu' if student.trait == 'again' else file
                export.put(f'{name}{late}_{student.id}_{attachment}_{safe(file)}', data)
    export.end()
    table(folder, [['Student', 'ID', 'SIS Login ID', 'Section', 'HW 1 (77)'], ['    Points Possible', '', '', '', '10']] +
          [[s.sortable, s.id, s.login, 'S1', ''] for s in students])
    return export.path, lambda s: s.id


# ---- Moodle: mod/assign/classes/downloader.php, submission/onlinetext/locallib.php, gradingtable.php ----

def moodle_name(student):
    return re.sub(r'[&<>"`|\':\\/]', '', student.name.replace('_', ' '))


def moodle_page(student):
    return ('<!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>' + typed_html(student) + '</body></html>')


def moodle_table(folder, students):
    table(folder, [['Identifier', 'Full name', 'Email address', 'Status', 'Grade', 'Maximum grade', 'Grade can be changed',
                    'Last modified (submission)', 'Last modified (grade)', 'Feedback comments']] +
          [[f'Participant {s.id}', s.name, s.email, 'Submitted for grading', '', '100.00', 'Yes',
            'Tuesday, 2 January 2024, 3:04 AM', '-', ''] for s in students], encoding='utf-8-sig')


def moodle(folder, students, flat=False, typed=False):
    export = Export(folder, 'Course-HW1-77.zip')
    for student in students[:STUDENTS]:
        for file, data in handed_in(student):
            head = f'{moodle_name(student)}_{student.id}_assignsubmission'
            joint = '_' if flat else '/'
            if file is None or (typed and truth_of(student) == 'own'):
                export.put(f'{head}_onlinetext{joint}onlinetext.html', moodle_page(student))
                break
            else:
                export.put(f'{head}_file{joint}{file}', data)
    export.end()
    moodle_table(folder, students)
    return export.path, lambda s: s.id


def moodle_flat(folder, students):
    return moodle(folder, students, flat=True)


def typed(folder, students):
    return moodle(folder, students, typed=True)


# ---- Gradescope: submission_metadata.yml as it is exported ----

def gradescope(folder, students):
    export, lines = Export(folder, 'assignment_77_export.zip'), []
    for student in students[:STUDENTS]:
        top = f'assignment_77_export/submission_{student.number + 100}'
        for file, data in handed_in(student):
            export.put(f'{top}/{file or NAME + ".cu"}', data)
        lines.append(f'submission_{student.number + 100}:\n  :submitters:\n  - :name: {json.dumps(student.name)}\n'
                     f"    :sid: '{student.id}'\n    :email: {student.email}\n"
                     '  :created_at: 2024-01-02 03:04:05.123456789 Z\n  :score: 0.0\n  :status: processed\n  :history: []\n')
    export.put('assignment_77_export/submission_metadata.yml', '---\n' + ''.join(lines))
    export.end()
    table(folder, [['First Name', 'Last Name', 'SID', 'Email', 'Sections', 'Total Score', 'Max Points', 'Status',
                    'Submission ID', 'Submission Time', 'Lateness (H:M:S)']] +
          [[s.first, s.last, s.id, s.email, '', '', '10.0', 'Ungraded', s.number + 100, '2024-01-02 03:04:05 -0600', '00:00:00']
           for s in students])
    return export.path, lambda s: s.id


# ---- GitHub Classroom: what `gh classroom clone` lays down, and its grades.csv ----

def github(folder, students):
    export = Export(folder, 'hw1-submissions')
    for student in students[:STUDENTS]:
        login = student.login.replace('_', '-')
        top = f'hw1-{login}'
        export.put(f'{top}/.git/HEAD', 'ref: refs/heads/main\n')
        export.put(f'{top}/README.md', '# HW 1\n')
        for file, data in handed_in(student):
            export.put(f'{top}/{file or NAME + ".cu"}', data)
    table(folder, [['assignment_name', 'assignment_url', 'starter_code_url', 'github_username', 'roster_identifier',
                    'student_repository_name', 'student_repository_url', 'submission_timestamp', 'points_awarded',
                    'points_available']] +
          [['HW 1', 'x', 'x', s.login.replace('_', '-'), s.id, f'hw1-{s.login}', 'x', '2024-01-02 03:04:05', '', '100']
           for s in students])
    return export.path, lambda s: s.id


# ---- Classroom 50: wiki/CLI-Teacher-Guide.md, what `gh teacher download` writes ----

def classroom50(folder, students, clones=True):
    export, rows = Export(folder, 'cs-hw1_submissions_2026_09_24_T_21_26_00'), []
    for student in students:
        login = student.login.replace('_', '-')
        person = [login, student.first, student.last, student.email, 'S1']
        if student.trait == 'absent':
            rows.append(person + [''] * 8)
            continue
        top = f'cs-hw1-{login.lower()}'
        if clones:
            export.put(f'{top}/.git/HEAD', 'ref: refs/heads/main\n')
            export.put(f'{top}/.classroom50.yaml', 'schema: 1\n')
        export.put(f'{top}/result.json', '{"schema": "classroom50/result/v1", "score": 0}')
        for file, data in handed_in(student):
            export.put(f'{top}/{file or NAME + ".cu"}', data)
        for stamp in ['2026-09-24T19:26:00Z', '2026-09-23T19:26:00Z'][:2 if student.trait == 'attempts' else 1]:
            rows.append(person + ['', '10', stamp, f'submit/{stamp}-a1b2c3d', login, 'x', 'false', 'false'])
    header = ['username', 'first_name', 'last_name', 'email', 'section', 'score', 'max_score', 'datetime', 'submission_tag',
              'submitted_by', 'review_url', 'late', 'override']
    table(folder, [header] + rows)
    table(folder, [header] + rows, path=os.path.join(export.path, 'scores.csv'))
    return export.path, lambda s: s.login.replace('_', '-')


def classroom50_copied(folder, students):
    """Without what only clones have, as somebody passes them on."""
    return classroom50(folder, students, clones=False)


# ---- CodeGrade: a folder for each submission, named by its author and its time ----

def codegrade(folder, students):
    export = Export(folder, 'HW 1.zip')
    for student in students[:STUDENTS]:
        stamps = ['2026-11-19T10-15-00.000Z', '2026-11-20T10-15-00.000Z'] if student.trait in ('again', 'attempts') else \
            ['2026-11-20T10:15:00.123456+00:00' if student.number % 2 else '2026-11-20T10-15-00.000Z']
        for stamp in stamps:
            for file, data in handed_in(student):
                data = data if stamp == stamps[-1] else b'#error "an older attempt"\n'
                export.put(f'{unlike(student)} - {stamp}/{file or NAME + ".cu"}', data)
    export.end()
    table(folder, [['Id', 'Username', 'Name', 'Grade']] + [[s.id, s.login, unlike(s), ''] for s in students])
    return export.path, lambda s: s.id


# ---- Brightspace: its help on downloads and on importing grades; a repository that reads such folders ----

def brightspace(folder, students):
    export = Export(folder, 'HW 1 Download Sep 25, 2024 1005 AM.zip')
    for student in students[:STUDENTS]:
        name = unlike(student)
        stamps = ['Sep 24, 2024 926 PM', 'Sep 24, 2024 1026 PM'] if student.trait in ('again', 'attempts') else \
            ['Sep 24, 2024 1205 AM']
        for at, stamp in enumerate(stamps):
            for file, data in handed_in(student):
                data = data if at == len(stamps) - 1 else b'#error "an older attempt"\n'
                export.put(f'397063-{2557369 + 100 * at + student.number} - {name} - {stamp}/{file or NAME + ".cu"}', data)
    export.put('index.html', '<html></html>')
    export.end()
    rows = [['OrgDefinedId', 'Username', 'Last Name', 'First Name', 'Email',
             'HW 1 Points Grade <Numeric MaxPoints:10 Weight:5 Category:HW>', 'End-of-Line Indicator']]
    rows += [['#' + s.id, '#' + s.login, '', unlike(s), s.email, '', '#'] for s in students]
    table(folder, rows, encoding='utf-8-sig')
    return export.path, lambda s: s.id


def unlike(student):
    """A name that nobody else has, which is all that Brightspace and Forms say, and that a folder may have."""
    return re.sub(r'[/\\:*?"<>|]', '', f'{student.name[:60]} {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"[student.number]}.').strip()


# ---- Google Forms: what an upload to a form is called on the drive ----

def forms(folder, students):
    export = Export(folder, 'HW 1 (File responses)')
    for student in students[:STUDENTS]:
        for file, data in handed_in(student):
            stem, dot, ending = (file or NAME + '.cu').partition('.')
            export.put(f'Your answer (File responses)/{stem} - {unlike(student)}{dot}{ending}', data)
    table(folder, [['id', 'name', 'email']] + [[s.login, unlike(s), s.email] for s in students])
    return export.path, lambda s: s.login


def drive(folder, students):
    export = Export(folder, 'drive-download-20240925T080000Z-001.zip')
    for student in students[:STUDENTS]:
        for file, data in handed_in(student):
            export.put(f'{unlike(student)} HW1/{file or NAME + ".cu"}', data)
    export.end()
    table(folder, [['id', 'name', 'email']] + [[s.login, unlike(s), s.email] for s in students])
    return export.path, lambda s: s.login


# ---- Blackboard Learn: the receipts and names that the tools for it read, Work Offline > Download ----

RECEIPT = '''Name: %s (%s)
Assignment: HW_1 final
Date Submitted: Tuesday, January 2, 2024 3:04:05 AM EST
Current Grade: Needs Grading

Submission Field:
%s

Comments:
There are no student comments for this assignment.

Files:
%s'''


def blackboard(folder, students):
    export = Export(folder, 'gradebook_CS1_HW_1_2024-01-03-00-00-00.zip')
    for student in students[:STUDENTS]:
        stamps = ['2024-01-01-03-04-05', '2024-01-02-03-04-05'] if student.trait in ('attempts', 'again') else \
            ['2024-01-02-03-04-05']
        for stamp in stamps:
            head = f'HW_1 final_{student.login}_attempt_{stamp}'
            field, names = 'There is no student submission text data for this assignment.', ''
            for file, data in handed_in(student):
                data = data if stamp == stamps[-1] else b'#error "an older attempt"\n'
                if file is None:
                    field = typed_html(student)
                else:
                    export.put(f'{head}_{file}', data)
                    names += f'\tOriginal filename: {file}\n\tFilename: {head}_{file}\n'
            export.put(head + '.txt', RECEIPT % (student.name, student.login, field, names))
    export.end()
    table(folder, [['Last Name', 'First Name', 'Username', 'Student ID', 'Last Access', 'Availability',
                    'Total [Total Pts: up to 10 Score] |664616', 'HW 1 [Total Pts: 10 Score] |664617', 'Grading Notes',
                    'Notes Format', 'Feedback to Learner', 'Feedback Format']] +
          [[s.last, s.first, s.login, s.id, '2024-01-02 03:04:05', 'Yes', '', '', '', '', '', ''] for s in students],
          separator='\t', encoding='utf-16', quoting=csv.QUOTE_ALL)
    return export.path, lambda s: s.login


# ---- Sakai: AssignmentServiceImpl.zipSubmissions ----

def sakai(folder, students):
    export = Export(folder, 'bulk_download.zip')
    for student in students[:STUDENTS]:
        who = safe(f'{student.last}, {student.first}({student.login})', '/\\:*?"<>|')
        export.put(f'HW 1/{who}/timestamp.txt', '20240102030405678' if student.number % 2 else '2024-01-02T03:04:05.678Z')
        export.put(f'HW 1/{who}/comments.txt', '')
        export.put(f'HW 1/{who}/feedbackText.html', '')
        for file, data in handed_in(student):
            if file is None:
                export.put(f'HW 1/{who}/{who}_submissionText.html', typed_html(student))
            else:
                export.put(f'HW 1/{who}/Submission attachment(s)/{file}', data)
    rows = [['HW 1', 'Points'], [], ['Display ID', 'ID', 'Last Name', 'First Name', 'grade', 'Submission date',
                                     'Late submission']]
    rows += [[s.id, s.login, s.last, s.first, '', '2024-01-02T03:04:05.678Z', 'On time'] for s in students]
    table(folder, rows)
    with open(os.path.join(folder, 'table.csv'), encoding='utf-8') as file:
        export.put('HW 1/grades.csv', file.read())
    export.end()
    return export.path, lambda s: s.id


# ---- no platform: a folder that holds a folder ----

def folder(where, students):
    export = Export(where, 'download')
    for student in students[:STUDENTS]:
        files = handed_in(student)
        for file, data in files:
            alone = len(files) == 1 and file and file.endswith('.zip')
            export.put(f'HW 1/{student.login}.zip' if alone else f'HW 1/{student.login}/{file or NAME + ".cu"}', data)
    export.put('read me.txt', 'submissions of HW 1\n')
    table(where, [['id', 'name', 'email']] + [[s.login, s.name, s.email] for s in students])
    return export.path, lambda s: s.login


# ---- services whose exports are such folders ----

def versions(student):
    """The files of each version that a service keeps, the oldest first."""
    files = handed_in(student)
    older = [(file, b'#error "an older attempt"\n') for file, _ in files]
    return [older] * 9 + [files] if student.trait in ('again', 'attempts') else [files]


# What Submitty keeps of a homework: submissions/USER/VERSION.
def submitty(where, students):
    export = Export(where, 'hw1.zip')
    for student in students[:STUDENTS]:
        for number, files in enumerate(versions(student), 1):
            for file, data in files:
                export.put(f'submissions/{student.login}/{number}/{file or NAME + ".cu"}', data)
            export.put(f'submissions/{student.login}/{number}/.submit.timestamp', '2024-01-02 03:04:05-0500')
        export.put(f'submissions/{student.login}/user_assignment_settings.json', '{"active_version": 1}')
    export.end()
    table(where, [['id', 'name', 'email']] + [[s.login, s.name, s.email] for s in students])
    return export.path, lambda s: s.login


# The library of a class in Teams: names alone, one of which is another column's word for the same student.
def teams(where, students):
    export = Export(where, 'Submitted files.zip')
    for student in students[:STUDENTS]:
        for number, files in enumerate(versions(student), 1):
            for file, data in files:
                export.put(f'Submitted files/{unlike(student)}/HW 1/Version {number}/{file or NAME + ".cu"}', data)
    export.end()
    table(where, [['id', 'login', 'name', 'email']] +
          [[s.id, unlike(s) if s.number == 3 else s.login, unlike(s), s.email] for s in students])
    return export.path, lambda s: s.id


# ILIAS: ilExSubmission::downloadAllAssignmentFiles.
def ilias(where, students):
    export = Export(where, 'HW_1.zip')
    for student in students[:STUDENTS]:
        last, first = (re.sub(r'[^A-Za-z0-9 _.-]', '', part)[:60] for part in (student.last, student.first))
        for file, data in handed_in(student):
            export.put(f'HW 1/Submissions/{last}_{first}_{student.login}_{student.id}/{file or NAME + ".cu"}', data)
    export.put('HW 1/HW 1.xlsx', 'PK')
    export.end()
    table(where, [['id', 'name', 'login']] + [[s.id, s.name, s.login] for s in students])
    return export.path, lambda s: s.id


# PrairieLearn: one file of each submission, UID_INSTANCE_QUESTION_VARIANT_SUBMISSION_FILE.
def prairielearn(where, students):
    export = Export(where, 'HW1_files_for_manual_grading.zip')
    for student in students[:STUDENTS]:
        for number, files in enumerate(versions(student), 1):
            for file, data in files:
                export.put(f'{student.email}_1_firstMap_1_{number}_{file or NAME + ".cu"}', data)
    export.end()
    table(where, [['id', 'name', 'email']] + [[s.login, s.name, s.email] for s in students])
    return export.path, lambda s: s.login


LAYOUTS = {f.__name__: f for f in
           (canvas, moodle, moodle_flat, typed, gradescope, github, classroom50, classroom50_copied, codegrade, brightspace,
            forms, drive, blackboard, sakai, folder, submitty, teams, ilias, prairielearn)}


def write_truth(where, students, key):
    with open(os.path.join(where, 'truth.csv'), 'w', encoding='utf-8', newline='') as file:
        csv.writer(file).writerows([['key', 'truth', 'mark', 'trait']] +
                                   [[key(s), truth_of(s), s.mark, s.trait] for s in students])


def main():
    students = [Student(i) for i in range(STUDENTS + 1)]
    path, key = LAYOUTS[sys.argv[1]](sys.argv[2], students)
    write_truth(sys.argv[2], students, key)
    print(path)


if __name__ == '__main__':
    main()
