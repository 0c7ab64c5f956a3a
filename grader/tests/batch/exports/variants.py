#!/usr/bin/env python3
"""variants.py - what layouts.py makes, as other servers, systems and people turn it out: other languages, groups, blind
marking, archives that were packed again on macOS or Windows, tables that went through a spreadsheet, odd names.

usage: variants.py VARIANT FOLDER [--broken]    (as layouts.py)
       variants.py --names                      prints the names of the variants

Written from what platforms and their language packs document, as layouts.py is.
"""
import csv
import io
import json
import os
import re
import sys
import zipfile

import layouts
from layouts import NAME, Export, Student, handed_in, moodle_name, packed, table, truth_of, typed_html

CLASS = 12
layouts.STUDENTS = CLASS
layouts.TRAITS = ['plain', 'late', 'zip', 'renamed', 'copy', 'workbook', 'litter', 'crlf', 'empty', 'typed', 'two', 'nothing']
ODD_NAMES = [('Max', 'Mustermann'), ('Max', 'Mustermann'), ('\u05d3\u05d5\u05d3', '\u05db\u05d4\u05df'), ('\u0645\u062d\u0645\u062f', '\u0639\u0644\u064a'),
             ('A' * 300, 'Long'), ('', 'Late'), ('Anon', ''), ('Attempt', 'Submission'), ('Default', 'Group'), ('Participant', '7'),
             ('LATE', '12'), ('J\u00f6rg', 'Stra\u00dfe')]
layouts.NAMES = ODD_NAMES


# ---- what people and systems do to a download ----

def entries_of(path):
    with zipfile.ZipFile(path) as archive:
        return [(info.filename, archive.read(info)) for info in archive.infolist()]


def rewrite(path, entries, windows=False):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo('x')
            info.filename, info.compress_type = name, zipfile.ZIP_DEFLATED
            info.create_system = 0 if windows else 3
            info.external_attr = 0 if windows else 0o644 << 16
            archive.writestr(info, data)
    return path


def packed_on_macos(path, wrapper='Downloads copy'):
    """The Finder's archive of the unpacked download."""
    entries = [(f'{wrapper}/.DS_Store', b'\0\0\0\1Bud1')]
    for name, data in entries_of(path):
        above, _, base = name.rpartition('/')
        entries += [(f'{wrapper}/{name}', data), (f'__MACOSX/{wrapper}/{above}{"/" if above else ""}._{base}', b'\0\5\26\7')]
    return rewrite(path, entries)


def packed_on_windows(path, wrapper='submissions'):
    """By a program that writes backslashes, as .NET did until 4.6.1."""
    return rewrite(path, [(f'{wrapper}\\{name}'.replace('/', '\\'), data) for name, data in entries_of(path)], windows=True)


def read_table(folder, encoding='utf-8-sig', separator=','):
    with open(os.path.join(folder, 'table.csv'), encoding=encoding, newline='') as file:
        return list(csv.reader(file, delimiter=separator))


def through_a_spreadsheet(folder, rows=None):
    """Saved with a mark, semicolons and commas for points, as in much of Europe."""
    rows = rows or read_table(folder)
    decimal = re.compile(r'^(\d+)\.(\d+)$')
    table(folder, [[decimal.sub(r'\1,\2', cell) for cell in row] for row in rows], separator=';', encoding='utf-8-sig')


def take_table(layout, folder, students):
    """The table alone of what a layout makes."""
    aside = os.path.join(folder, 'aside')
    os.makedirs(aside, exist_ok=True)
    layout(aside, students)
    os.replace(os.path.join(aside, 'table.csv'), os.path.join(folder, 'table.csv'))


def short(name):
    """What a file system of 255 bytes leaves of a name."""
    return name.encode()[:200].decode(errors='ignore')


# ---- Canvas ----

def canvas_macos(folder, students):
    path, key = layouts.canvas(folder, students)
    rows = read_table(folder)
    rows.insert(1, ['', '', '', '', 'Manual Posting'])
    rows[2][4] = '10.00'
    through_a_spreadsheet(folder, [row + ['(read only)' if i == 2 else 'Final Score' if i == 0 else ''] for i, row in enumerate(rows)])
    return packed_on_macos(path), key


def canvas_windows(folder, students):
    path, key = layouts.canvas(folder, students)
    return packed_on_windows(path), key


def canvas_again(folder, students):
    """Hyphens kept in names, as old versions did; numbers in files' names; everybody handed in again, late."""
    export, attachment = Export(folder, 'submissions.zip'), 9000
    for student in students[:CLASS]:
        name = re.sub(r'[^\w-]|_', '', short(student.sortable).lower())
        for file, data in handed_in(student):
            attachment += 2
            file = file or NAME + '.cu'
            stem, dot, ending = file.partition('.')
            head = f'{name}_LATE_{student.id}'
            export.put(f'{head}_{attachment}_{stem}-1{dot}{ending}', data)
            if truth_of(student) == 'own' and student.trait in ('plain', 'late', 'crlf'):
                export.put(f'{head}_{attachment - 1}_{file}', b'#error "the older one"\n')
                export.put(f'{head}_{attachment}1_123_456_notes_2.txt', b'x')
    export.end()
    take_table(layouts.canvas, folder, students)
    return export.path, lambda s: s.id


# ---- Moodle ----

GERMAN = ['ID', 'Vollst\u00e4ndiger Name', 'E-Mail-Adresse', 'Status', 'Bewertung', 'Bestwertung', 'Bewertung kann ge\u00e4ndert werden',
          'Zuletzt ge\u00e4ndert (Abgabe)', 'Zuletzt ge\u00e4ndert (Bewertung)', 'Feedback als Kommentar']


def moodle_zip(folder, students, head, online='onlinetext.html', page=layouts.moodle_page):
    export = Export(folder, 'Course-HW1-77.zip')
    for student in students[:CLASS]:
        for file, data in handed_in(student):
            if file is None:
                export.put(f'{head(student)}_assignsubmission_onlinetext_/{online}', page(student))
            else:
                export.put(f'{head(student)}_assignsubmission_file_/{file}', data)
    export.end()
    return export.path


def moodle_german(folder, students):
    path = moodle_zip(folder, students, lambda s: f'{short(moodle_name(s))}_{s.id}', online='Texteingabe.html')
    table(folder, [GERMAN] + [[f'Teilnehmer/in{s.id}', s.name, s.email, 'Zur Bewertung abgegeben', '', '100,00', 'Ja',
                               'Dienstag, 2. Januar 2024, 03:04', '-', ''] for s in students], encoding='utf-8-sig')
    return path, lambda s: s.id


def moodle_blind(folder, students):
    path = moodle_zip(folder, students, lambda s: f'Participante_{s.id}')
    table(folder, [['Identificador', 'Estado', 'Calificaci\u00f3n', 'Calificaci\u00f3n m\u00e1xima', 'La calificaci\u00f3n puede ser cambiada',
                    '\u00daltima modificaci\u00f3n (env\u00edo)', '\u00daltima modificaci\u00f3n (calificaci\u00f3n)']] +
          [[f'Participante {s.id}', 'Enviado para calificar', '', '100,00', 'S\u00ed', 'martes, 2 de enero', '-'] for s in students],
          encoding='utf-8-sig', separator=';')
    return path, lambda s: s.id


def moodle_teams(folder, students):
    """Two to a team, whose number is the participant's number of somebody else."""
    for student in students[1:CLASS:2]:
        student.mark = students[student.number - 1].mark
        student.trait = students[student.number - 1].trait
    path = moodle_zip(folder, students[:CLASS:2], lambda s: f'Team {s.number // 2}_{5000 + (s.number + 5) % CLASS}')
    layouts.moodle_table(folder, students)
    rows = read_table(folder)
    rows = [row + ['Group' if i == 0 else '' if i > CLASS else f'Team {(i - 1) // 2}'] for i, row in enumerate(rows)]
    table(folder, rows, encoding='utf-8-sig')
    return path, lambda s: s.id


def moodle_old(folder, students):
    """Moodle before 4: a student's team stands before the name."""
    path = moodle_zip(folder, students, lambda s: f'Team-{s.number % 3}-{short(moodle_name(s))}_{s.id}')
    layouts.moodle_table(folder, students)
    return path, lambda s: s.id


def moodle_flat_german(folder, students):
    moodle_german(folder, students)
    return _flat(folder, students, lambda s: f'{short(moodle_name(s))}_{s.id}'), lambda s: s.id


def moodle_flat_windows(folder, students):
    path, key = layouts.moodle_flat(folder, students)
    return packed_on_windows(path), key


def moodle_flat_words(folder, students):
    """Files that are called like the parts of a name; a table that went through a spreadsheet."""
    layouts.moodle_table(folder, students)
    through_a_spreadsheet(folder)
    return _flat(folder, students, lambda s: f'{short(moodle_name(s))}_{s.id}', 'assignsubmission_file_1_'), lambda s: s.id


def _flat(folder, students, head, extra=None):
    export = Export(folder, 'Course-HW1-77.zip')
    for student in students[:CLASS]:
        for file, data in handed_in(student):
            export.put(f'{head(student)}_assignsubmission_' + ('file_' + file if file else 'onlinetext_Texteingabe.html'),
                       layouts.moodle_page(student) if file is None else data)
        if extra:
            export.put(f'{head(student)}_assignsubmission_file_{extra}notes.txt', 'x')
    export.end()
    return export.path


# ---- typed answers ----

def typed_pre(folder, students):
    """<pre>, flat, German."""
    return _typed(folder, students, lambda s: '<p></p><pre><code>' + layouts.html.escape(s.program) + '</code></pre>')


def typed_word(folder, students):
    """Pasted from a word processor."""
    def page(student):
        lines = layouts.html.escape(student.program, quote=False).splitlines()
        lines = [re.sub(r'^ +', lambda m: '&nbsp;' * len(m.group()), line).replace('"', '\u201d') for line in lines]
        return ('<p class="MsoNormal"><span style="font-family:Consolas">' + '<br />\n'.join(lines) + '</span><o:p></o:p></p>')
    return _typed(folder, students, page)


def _typed(folder, students, page):
    export = Export(folder, 'Course-HW1-77.zip')
    for student in students[:CLASS]:
        if truth_of(student) == 'own':
            head = f'{short(moodle_name(student))}_{student.id}_assignsubmission_onlinetext'
            export.put(f'{head}_Texteingabe.html', '<!DOCTYPE html><html lang="de"><head><meta charset="UTF-8"><title>HW 1</title></head><body>' +
                       page(student) + '</body></html>')
        for file, data in handed_in(student) if truth_of(student) != 'own' else []:
            export.put(f'{short(moodle_name(student))}_{student.id}_assignsubmission_file_{file}', data)
    export.end()
    layouts.moodle_table(folder, students)
    return export.path, lambda s: s.id


def typed_canvas(folder, students):
    export = Export(folder, 'submissions.zip')
    for student in students[:CLASS]:
        name = re.sub(r'\W|_', '', short(student.sortable).lower())
        if truth_of(student) == 'own':
            title = layouts.html.escape(f'HW 1: {student.name}')
            body = typed_html(student).replace('    ', ' &nbsp; &nbsp;')
            export.put(f'{name}_{student.id}_text.html', layouts.CANVAS_PAGE % (title, title, body))
        for at, (file, data) in enumerate(handed_in(student) if truth_of(student) != 'own' else []):
            export.put(f'{name}_{student.id}_{9000 + 10 * student.number + at}_{file}', data)
    export.end()
    take_table(layouts.canvas, folder, students)
    return export.path, lambda s: s.id


# ---- Gradescope ----

def gradescope_text(folder, students):
    """Keys without colons, ids without quotes and with zeros in front, lines that end as on Windows."""
    export, lines = Export(folder, 'assignment_77_export.zip'), []
    for student in students:
        student.id = f'00{student.number:02}'
    for student in students[:CLASS]:
        top = f'assignment_77_export/submission_{student.number + 100}'
        for file, data in handed_in(student):
            export.put(f'{top}/{file or NAME + ".cu"}', data)
        lines.append(f'submission_{student.number + 100}:\r\n  submitters:\r\n  - name: {json.dumps(student.name)}\r\n'
                     f'    sid: {student.id}\r\n    email: {student.email}\r\n  created_at: 2024-01-02 03:04:05.123456789 Z\r\n')
    export.put('assignment_77_export/submission_metadata.yml', '\ufeff---\r\n' + ''.join(lines))
    export.end()
    take_table(layouts.gradescope, folder, students)
    return export.path, lambda s: s.id


def gradescope_pairs(folder, students):
    """Two submit together; nobody has a SID, and addresses are written in capitals in the table."""
    export, lines = Export(folder, 'assignment_77_export.zip'), []
    for student in students[1:CLASS:2]:
        student.mark, student.trait = students[student.number - 1].mark, students[student.number - 1].trait
    for student in students[:CLASS:2]:
        top = f'assignment_77_export/submission_{student.number + 100}'
        for file, data in handed_in(student):
            export.put(f'{top}/{file or NAME + ".cu"}', data)
        people = ''.join(f'  - :name: {json.dumps(s.name)}\n    :sid:\n    :email: {s.email}\n' for s in students[student.number:student.number + 2])
        lines.append(f'submission_{student.number + 100}:\n  :submitters:\n{people}  :created_at: 2024-01-02 03:04:05 Z\n')
    export.put('assignment_77_export/submission_metadata.yml', '---\n' + ''.join(lines))
    export.end()
    table(folder, [['Name', 'SID', 'Email', 'Sections', 'Total Score', 'Max Points', 'Status', 'Submission ID', 'Submission Time']] +
          [[s.name, '', s.email.upper(), '', '', '10.0', 'Ungraded', s.number // 2 * 2 + 100, '2024-01-02 03:04:05 -0600'] for s in students])
    return export.path, lambda s: s.email.upper()


def gradescope_macos(folder, students):
    path, key = layouts.gradescope(folder, students)
    through_a_spreadsheet(folder)
    return packed_on_macos(path), key


# ---- GitHub Classroom ----

def _github(folder, students, name, repository, mark='.git/HEAD'):
    export = Export(folder, name)
    for student in students[:CLASS]:
        if mark:
            export.put(f'{repository(student)}/{mark}', 'ref: refs/heads/main\n')
        for file, data in [('README.md', b'# HW 1\n')] + handed_in(student):
            export.put(f'{repository(student)}/{file or NAME + ".cu"}', data)
    take_table(layouts.github, folder, students)
    return export.path, lambda s: s.id


def login(student):
    return student.login.replace('_', '-')


def github_download(folder, students):
    """Downloaded in the browser: no .git."""
    return _github(folder, students, 'hw1-01-03-2024-10-30-22.zip', lambda s: f'hw1-01-03-2024/hw1-{login(s)}', mark=None)


def github_names(folder, students):
    """The assignment's name in a user's, names in other letters' case, a second repository of a name."""
    students[0].login, students[1].login, students[2].login, students[3].login = 'hw', 'hw-1', 'hw-1-hw', 'Ann-LEE'
    return _github(folder, students, 'hw-1-submissions',
                   lambda s: f'hw-1-{login(s).lower()}' + ('-1' if s.number == 5 else ''))


def github_roster(folder, students):
    path, key = _github(folder, students, 'hw1-submissions', lambda s: f'hw1-{login(s)}')
    rows = [['identifier', 'github_username', 'github_id', 'name']]
    rows += [[s.email, login(s) if s.number < CLASS else '', str(900 + s.number) if s.number < CLASS else '', s.name] for s in students]
    table(folder, rows, encoding='utf-8-sig', quoting=csv.QUOTE_ALL)
    return path, lambda s: s.email


# ---- Blackboard ----

GERMAN_RECEIPT = '''Name: %s (%s)\r
Aufgabe: HW 1\r
Abgabedatum: Dienstag, 2. Januar 2024 03:04 Uhr MEZ\r
Aktuelle Note: Muss noch benotet werden\r
\r
Eingabefeld:\r
%s\r
\r
Kommentare:\r
Es gibt keine Kommentare von Teilnehmern f\u00fcr diese Aufgabe.\r
\r
Dateien:\r
%s'''


def _blackboard(folder, students, title, word='attempt', receipt=layouts.RECEIPT, none='There is no student submission text data for this assignment.', stamps=('2024-01-02-03-04-05',)):
    export = Export(folder, 'gradebook_CS1_HW_1_2024-01-03-00-00-00.zip')
    for student in students[:CLASS]:
        for stamp in stamps:
            head, field, names = f'{title}_{student.login}_{word}_{stamp}', none, ''
            for file, data in handed_in(student):
                data = data if stamp == stamps[-1] else b'#error "an older attempt"\n'
                if file is None:
                    field = typed_html(student)
                else:
                    export.put(f'{head}_{file}', data)
                    names += f'\tOriginal filename: {file}\n\tFilename: {head}_{file}\n'
            if receipt or field != none:
                export.put(head + '.txt', (receipt or layouts.RECEIPT) % (student.name, student.login, field, names))
    export.end()
    return export.path, lambda s: s.login


def blackboard_german(folder, students):
    path, key = _blackboard(folder, students, 'HW 1', 'Versuch', GERMAN_RECEIPT, 'Es gibt keine eingegebenen Textdaten f\u00fcr diese Aufgabe.')
    table(folder, [['Nachname', 'Vorname', 'Benutzername', 'Teilnehmer-ID', 'Letzter Zugriff', 'Verf\u00fcgbarkeit',
                    'Gesamt [Gesamtpunkte: bis zu 10 Punktzahl] |664616', 'HW 1 [Gesamtpunkte: 10 Punktzahl] |664617']] +
          [[s.last, s.first, s.login, s.id, '02.01.2024 03:04', 'Ja', '', ''] for s in students],
          separator='\t', encoding='utf-16', quoting=csv.QUOTE_ALL)
    return path, key


def _blackboard_table(folder, students):
    table(folder, [['Last Name', 'First Name', 'Username', 'Student ID', 'Last Access', 'Availability', 'HW 1 [Total Pts: 10 Score] |664617']] +
          [[s.last, s.first, s.login, s.id, '', 'Yes', ''] for s in students], encoding='utf-8-sig')


def blackboard_names(folder, students):
    """The mark of an attempt in the title and in users' names, users who are called by an address; no receipts."""
    for student in students:
        student.login = [f'u_attempt_{student.number}', student.email, f'1_{student.number}'][student.number % 3]
    path, key = _blackboard(folder, students, 'hw_attempt_1', receipt=None)
    _blackboard_table(folder, students)
    return path, key


def blackboard_attempts(folder, students):
    path, key = _blackboard(folder, students, 'HW 1', stamps=('2024-01-01-03-04-05', '2024-01-01-23-04-05', '2024-01-02-03-04-05'))
    _blackboard_table(folder, students)
    return packed_on_windows(path, 'gradebook'), key


# ---- Sakai ----

def _sakai(folder, students, who, attachments, head, text='submissionText'):
    export = Export(folder, 'bulk_download.zip')
    for student in students[:CLASS]:
        top = f'HW 1/{who(student)}'
        export.put(f'{top}/timestamp.txt', '20240102030405678')
        export.put(f'{top}/comments.txt', '')
        for file, data in handed_in(student):
            if file is None:
                export.put(f'{top}/{who(student)}_{text}.html', typed_html(student))
            else:
                export.put(f'{top}/{attachments}/{file}', data)
    rows = [['HW 1', 'Puntos'], [], head]
    rows += [[s.id, s.login, s.last, s.first, '', '2024-01-02T03:04:05.678Z', 'On time'] for s in students]
    table(folder, rows)
    with open(os.path.join(folder, 'table.csv'), encoding='utf-8') as file:
        export.put('HW 1/grades.csv', file.read())
    export.end()
    return export.path, lambda s: s.id


SAKAI_HEAD = ['Display ID', 'ID', 'Last Name', 'First Name', 'grade', 'Submission date', 'Late submission']


def who_of(student):
    return layouts.safe(short(student.sortable)) + f'({student.login})'


def sakai_spanish(folder, students):
    head = ['Identificador', 'ID', 'Apellidos', 'Nombre', 'calificaci\u00f3n', 'Fecha de env\u00edo', 'Entrega con retraso']
    return _sakai(folder, students, who_of, 'Adjuntos enviados', head)[0], lambda s: s.login


def sakai_names(folder, students):
    """Parentheses in names, packed again on macOS."""
    path, key = _sakai(folder, students, lambda s: f'{layouts.safe(short(s.last))}, {layouts.safe(short(s.first))} (she) (x)({s.login})',
                       'Submission attachment(s)', SAKAI_HEAD)
    return packed_on_macos(path), key


def sakai_flat(folder, students):
    export = Export(folder, 'bulk_download.zip')
    for student in students[:CLASS]:
        for file, data in handed_in(student):
            if file is None:
                export.put(f'HW 1/{who_of(student)}__submissionText.html', typed_html(student))
            else:
                export.put(f'HW 1/{who_of(student)}_Submission attachment(s)_{file}', data)
    take_table(layouts.sakai, folder, students)
    export.end()
    return export.path, lambda s: s.id


# ---- no platform ----

class OldName(zipfile.ZipInfo):
    """A name of one byte a letter, without the mark of Unicode."""
    __slots__ = ()

    def _encodeFilenameFlags(self):
        return self.filename.encode('cp437'), self.flag_bits


def folder_windows(folder, students):
    """Names in the letters of old Windows, backslashes."""
    for student in students[:CLASS]:
        student.login = ['J\u00f6rg M\u00fcller', 'Zo\u00eb', 'Bj\u00f6rn \u00c5s'][student.number % 3] + f' {student.number}'
    export = io.BytesIO()
    with zipfile.ZipFile(export, 'w') as archive:
        for student in students[:CLASS]:
            for file, data in handed_in(student):
                info = OldName('x')
                info.filename = f'HW 1\\{student.login}\\{file or NAME + ".cu"}'
                info.create_system, info.external_attr = 0, 0
                archive.writestr(info, data)
    path = os.path.join(folder, 'abgaben.zip')
    with open(path, 'wb') as file:
        file.write(export.getvalue())
    table(folder, [['id', 'name', 'email']] + [[s.login, s.name, s.email] for s in students])
    return path, lambda s: s.login


def folder_inside(folder, students):
    """The login somewhere in the name."""
    export = Export(folder, 'download')
    for student in students[:CLASS]:
        for file, data in handed_in(student):
            export.put(f'hw1_{student.login}_final/{file or NAME + ".cu"}', data)
    table(folder, [['Matriculation number', 'Login', 'Name']] + [[s.id, s.login, s.name] for s in students])
    return export.path, lambda s: s.id


def folder_macos(folder, students):
    export = Export(folder, 'download.zip')
    for student in students[:CLASS]:
        for file, data in handed_in(student):
            export.put(f'{short(student.name)} {student.id}/{file or NAME + ".cu"}', data)
    export.end()
    table(folder, [['id', 'name', 'note']] + [[s.id, s.name, 'two\nlines; "quoted"'] for s in students])
    through_a_spreadsheet(folder)
    return packed_on_macos(export.path), lambda s: s.id


VARIANTS = {f.__name__: f for f in
            (canvas_macos, canvas_windows, canvas_again, moodle_german, moodle_blind, moodle_teams, moodle_old, moodle_flat_german,
             moodle_flat_windows, moodle_flat_words, typed_pre, typed_word, typed_canvas,
             gradescope_text, gradescope_pairs, gradescope_macos, github_download, github_names, github_roster, blackboard_german,
             blackboard_names, blackboard_attempts, sakai_spanish, sakai_names, sakai_flat, folder_windows, folder_inside, folder_macos)}


def main():
    if sys.argv[1] == '--names':
        print('\n'.join(VARIANTS))
        return
    students = [Student(i) for i in range(CLASS + 1)]
    path, key = VARIANTS[sys.argv[1]](sys.argv[2], students)
    layouts.write_truth(sys.argv[2], students, key)
    print(path)


if __name__ == '__main__':
    main()
