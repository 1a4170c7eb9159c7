// A thread for slow work, such as hashes that are slow on purpose: nothing waits for it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace flagfall::net {

using Task = std::function<void()>;
// Runs a task on the caller's own thread, later; callable from any thread. Loop::post is one.
using Poster = std::function<void(Task)>;

// One job at a time, in order: so there is memory in use for one hash only.
class Worker {
public:
    // The worker's thread runs the job; the returned task is posted.
    using Job = std::function<Task()>;

    Worker(Poster poster, std::size_t queue);
    ~Worker();  // ends the job under way; waiting jobs are not started
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // False if too many jobs wait: this one was not added.
    bool add(Job job);

    std::size_t waiting() const;

private:
    void run();

    Poster poster_;
    std::size_t longest_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> queue_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace flagfall::net
