# The same for NVIDIA's GPUs: docker build -f src/image/gpu.Dockerfile -t tilecast:gpu . after `docker build … -t tilecast`.
# The container toolkit mounts the host's driver: docker run --gpus all -e TILECAST_TOKEN=… -v "$PWD:/data:ro" tilecast:gpu
FROM tilecast
USER root
# Vulkan's driver needs these of X11 and GL even where nothing is shown.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libegl1 libglvnd0 libx11-6 libxext6 \
  && rm -rf /var/lib/apt/lists/*
ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,graphics,utility
USER 10001
