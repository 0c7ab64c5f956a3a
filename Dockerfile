# Dockerfile - a system in which make grade works at once.
#
#   docker build -t cuda-memory-workbook .
#   docker run -it --rm --user "$(id -u):$(id -g)" -v "$PWD":/workbook cuda-memory-workbook
#
# The set-up script puts packages and toolkit into the image; what is built lies in the workbook, which stays outside.
# Batches and their tests start boxes, for which the container needs rights: grader/sandbox/README.md.
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends git make less nano clangd
COPY grader/setup.sh grader/toolkit.txt /setup/
RUN /setup/setup.sh /setup/build grade test lint && mv /setup/build/cuda /opt/cuda && rm -rf /setup /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 --shell /bin/bash student
ENV LC_ALL=C.UTF-8
WORKDIR /workbook
USER student
CMD ["bash"]
