#!/usr/bin/env python3
"""answers.py - times of the workbook's answers to its exercises, measured on a GPU and estimated without one.

    answers.py sources FOLDER            every solution, right answer, and answer that is right but slow, as FOLDER/EXERCISE/NAME.cu
    answers.py build FOLDER LIST         each as a program; LIST is what inputs.c prints
    answers.py measure FOLDER LIST OUT   times on the GPU: exercise, answer, step, ms, iqr_ms, samples, problem
    answers.py kernels FOLDER LIST OUT   the same, but the sum of the kernels of a call, without the host's work between
    answers.py estimate FOLDER LIST OUT [--gpu NAME]   estimates of the emulated GPU for the same programs (build/emulate);
                                         NAME as in `emulate --list-gpus`, h200 if it is left out. compare.py reads OUT

A ladder's steps are those of a solution's LADDER(...), by number from 1; step 0 is the function as it is.
"""
import concurrent.futures, csv, functools, glob, json, os, re, shutil, statistics, struct, subprocess, sys, tempfile, time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
REPEAT, WARM = 9, 4
FLAGS = ['-std=c++20', '--expt-relaxed-constexpr', '-O3', '-lineinfo', '-cudart', 'shared', '-gencode',
         'arch=compute_90,code=[sm_90,compute_90]', '-I' + os.path.join(ROOT, 'common')]


def sources(folder):
    subprocess.run([os.environ.get('BUILD', f'{ROOT}/build') + '/grade', 'known', f'{folder}/known'], check=True)
    for solution in sorted(glob.glob(f'{ROOT}/solutions/*/*.cu')):
        name = os.path.basename(solution)[:-3]
        made = {'solution': solution}
        for kind in 'right/*', 'more/*', 'wrong/limit-*', 'wrong/slow-*':
            for path in sorted(glob.glob(f'{folder}/known/{name}/{kind}')):
                made[os.path.basename(path)[:-3]] = path
        os.makedirs(f'{folder}/{name}', exist_ok=True)
        for stem, path in made.items():
            shutil.copy(path, f'{folder}/{name}/{stem}.cu')
    shutil.rmtree(f'{folder}/known')


def steps_of(source):
    ladder = re.search(r'^LADDER\((.*?)\)$', source, re.M | re.S)
    return ladder.group(1).count(',') if ladder else 0


def exercises(path):
    for line in open(path):
        name, kind, timed, interface, size, *arguments = line.rstrip('\n').split('\t')
        yield {'name': name, 'kind': kind, 'timed': timed, 'interface': interface, 'size': size, 'arguments': arguments}


def jobs(folder, list_path):
    for exercise in exercises(list_path):
        for source in sorted(glob.glob(f'{folder}/{exercise["name"]}/*.cu')):
            program = source[:-3]
            stem = os.path.basename(program)
            count = steps_of(open(source).read()) if stem == 'solution' else 0
            for step in range(count + 1):
                yield exercise, program, stem, step


def compile_one(command):
    made = subprocess.run(command, capture_output=True, text=True)
    return made.returncode, made.stdout + made.stderr


def build(folder, list_path):
    known = {e['name']: e for e in exercises(list_path)}
    common = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = {}
        for name in sorted({e['interface'] for e in known.values()} - {'-'}):
            path = f'{ROOT}/common/interfaces/{name}.cu'
            path = path if os.path.exists(path) else f'{ROOT}/grader/exercises/{name}/interface.cu'
            common[name] = f'{folder}/{name}.interface.o'
            waiting[name] = pool.submit(compile_one, ['nvcc', *FLAGS, '-c', path, '-o', common[name]])
        for part, path in ('harness', 'common/harness.cu'), ('timing', 'common/timing.cu'):
            waiting[part] = pool.submit(compile_one, ['nvcc', *FLAGS, '-c', f'{ROOT}/{path}', '-o', f'{folder}/{part}.o'])
        waiting['case_file'] = pool.submit(compile_one, ['gcc', '-O2', '-std=gnu17', '-c', f'{ROOT}/common/case_file.c',
                                                         '-o', f'{folder}/case_file.o'])
        for name, future in waiting.items():
            code, text = future.result()
            if code:
                sys.exit(f'{name}: {text}')
        shared = [f'{folder}/{part}.o' for part in ('harness', 'timing', 'case_file')]
        waiting = {}
        for name, exercise in known.items():
            link = [common[exercise['interface']], *shared] if exercise['kind'] == 'function' else []
            for source in glob.glob(f'{folder}/{name}/*.cu'):
                lambdas = ['--extended-lambda'] if re.search(r'\]\s*__device__', open(source).read()) else []
                command = ['nvcc', *FLAGS, *lambdas, source, *link, '-ldl', '-o', source[:-3]]
                waiting[source] = pool.submit(compile_one, command)
        failed = 0
        for source, future in waiting.items():
            code, text = future.result()
            if code:
                failed += 1
                print(f'{source}: {text.strip()[:300]}', file=sys.stderr)
    print(f'{len(waiting) - failed} of {len(waiting)} answers built', file=sys.stderr)


def case_array(path, wanted):
    """The doubles of an array of a case file (layout: common/case_file.h)."""
    with open(path, 'rb') as file:
        file.seek(8)
        while head := file.read(48):
            name, _, _, _, count, size = struct.unpack('<24sHHIQQ', head)
            if name.rstrip(b'\0').decode() == wanted:
                return struct.unpack(f'<{count}d', file.read(size))
            file.seek((size + 7) // 8 * 8, os.SEEK_CUR)
    return ()


def kernel_sum(path):
    total = 0.0
    for line in open(path):
        value, name = line.split(' ', 1)
        if 'workbook_timing_lead' not in name:
            total += float(value)
    return total


def measure_one(folder, exercise, program, stem, step, by_kernels=False):
    with tempfile.TemporaryDirectory(dir='/dev/shm') as room:
        environment = dict(os.environ, ANSWERS_LOCK=f'{folder}/lock', CUDA_MODULE_LOADING='EAGER',
                           LD_PRELOAD=f'{folder}/gate.so')
        if step:
            environment['WORKBOOK_STEP'] = str(step - 1)
        kernels = by_kernels or exercise['timed'] == 'kernels'
        if kernels:
            environment['LD_PRELOAD'] += f' {folder}/kernel_times.so'
            environment['WORKBOOK_KERNEL_TIMES'] = f'{room}/kernels'
        command = [program, *exercise['arguments']]
        if exercise['kind'] == 'function':
            command += ['--case', f'{folder}/{exercise["name"]}.input', '--out', f'{room}/out', '--repeat', str(REPEAT)]
        try:
            ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, cwd=room)
        except subprocess.TimeoutExpired:
            return None, None, 0, 'took more than half a minute'
        if ended.returncode:
            return None, None, 0, (ended.stderr.strip().split('\n')[0] or f'status {ended.returncode}')[:160]
        if kernels:
            if not os.path.exists(f'{room}/kernels'):
                return None, None, 0, 'no kernel was timed'
            calls = REPEAT + WARM if exercise['kind'] == 'function' else 1
            return kernel_sum(f'{room}/kernels') / calls, None, 1, ''
        samples = sorted(case_array(f'{room}/out', 'milliseconds'))
        if not samples:
            return None, None, 0, 'left no times'
        quartiles = statistics.quantiles(samples, n=4) if len(samples) > 1 else [samples[0]] * 3
        return statistics.median(samples), quartiles[2] - quartiles[0], len(samples), ''


def kernels_one(*job):
    return measure_one(*job, by_kernels=True)


def run_all(folder, list_path, out_path, one, fields, workers, most_seconds):
    begin, rows = time.time(), []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool, open(out_path, 'w', newline='') as out:
        table = csv.writer(out, lineterminator='\n')
        table.writerow(['exercise', 'answer', 'step', *fields])

        def work(job):
            exercise, program, stem, step = job
            if not os.path.exists(program):
                return [exercise['name'], stem, step] + [''] * (len(fields) - 1) + ['not built']
            if time.time() - begin > most_seconds:
                return [exercise['name'], stem, step] + [''] * (len(fields) - 1) + ['no time left']
            return [exercise['name'], stem, step, *one(folder, *job)]
        for row in pool.map(work, list(jobs(folder, list_path))):
            table.writerow(['' if value is None else value for value in row])
            out.flush()


def estimate_one(folder, exercise, program, stem, step, gpu='h200'):
    build_folder = os.environ.get('BUILD', f'{ROOT}/build')
    with tempfile.TemporaryDirectory() as room:
        environment = dict(os.environ)
        if step:
            environment['WORKBOOK_STEP'] = str(step - 1)
        command = [f'{build_folder}/emulate', '--gpu', gpu, '--sample', '--no-checks', '--run-below', '300000',
                   '--max-instructions', '100000000', '--memory', '16G', '--json', f'{room}/report']
        if exercise['kind'] == 'function':
            command += ['--load', f'{build_folder}/reference/{exercise["name"]}.parts']
        command += [program, *exercise['arguments']]
        if exercise['kind'] == 'function':
            command += ['--case', f'{build_folder}/reference/{exercise["name"]}.timed', '--out', f'{room}/out']
        begin = time.time()
        try:
            ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, cwd=room)
        except subprocess.TimeoutExpired:
            return None, None, None, None, '', 'took more than two minutes'
        spent = time.time() - begin
        try:
            report = json.load(open(f'{room}/report'))
        except (OSError, ValueError):
            return None, None, None, spent, '', (ended.stderr.strip().split('\n')[-1] or 'no report')[:160]
        total = low = high = longest = 0
        reason = ''
        for launch in report['launches']:
            guess = launch.get('estimate') or {}
            if not guess.get('microseconds'):
                return None, None, None, spent, '', (guess.get('reason') or 'no estimate')[:160]
            total, low, high = total + guess['microseconds'], low + guess['low'], high + guess['high']
            if guess['microseconds'] > longest:
                longest, reason = guess['microseconds'], guess['reason']
        return total / 1e3, low / 1e3, high / 1e3, round(spent, 3), f'{len(report["launches"])}: {reason}', ''


def main():
    command, *rest = sys.argv[1:] or ['']
    if command == 'sources' and len(rest) == 1:
        sources(rest[0])
    elif command == 'build' and len(rest) == 2:
        build(*rest)
    elif command in ('measure', 'kernels') and len(rest) == 3:
        run_all(*rest, kernels_one if command == 'kernels' else measure_one, ['ms', 'iqr_ms', 'samples', 'problem'], 3,
                float(os.environ.get('SECONDS_MOST', 1e9)))
    elif command == 'estimate' and (len(rest) == 3 or len(rest) == 5 and rest[3] == '--gpu'):
        one = functools.partial(estimate_one, gpu=rest[4] if len(rest) == 5 else 'h200')
        run_all(*rest[:3], one, ['ms', 'low_ms', 'high_ms', 'seconds', 'reason', 'problem'],
                int(os.environ.get('JOBS', os.cpu_count())), 1e9)
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
