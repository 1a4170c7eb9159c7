# An environment in which ./check passes:
#   docker build -t flagfall . && docker run --rm flagfall
# For work on your own files: docker run --rm -it -v "$PWD:/flagfall" flagfall bash
FROM debian:12

RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git procps \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /flagfall

# The packages come first, so that a change of a source does not install them again.
COPY tests/support/packages.sh tests/support/packages.sh
RUN bash -c '. tests/support/packages.sh && need_packages test && need_web_packages'

COPY . .
CMD ["./check"]
