#include "common/net/worker.hpp"

#include <utility>

namespace flagfall::net {

Worker::Worker(Poster poster, std::size_t queue)
    : poster_(std::move(poster)), longest_(queue), thread_([this] { run(); }) {}

Worker::~Worker() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

bool Worker::add(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (queue_.size() >= longest_) return false;
        queue_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
}

std::size_t Worker::waiting() const {
    const std::scoped_lock lock(mutex_);
    return queue_.size();
}

void Worker::run() {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (stopping_) return;
            job = std::move(queue_.front());
            queue_.pop_front();
        }
        poster_(job());
    }
}

}  // namespace flagfall::net
