using System.Diagnostics;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics of the process, with the names of the Prometheus client libraries.</summary>
internal static class ProcessMetrics
{
    private const string Descriptors = "/proc/self/fd";

    // The start of the process and not the time when the bridge was ready: loading a large map takes seconds.
    private static readonly double ProcessStart =
        new DateTimeOffset(Process.GetCurrentProcess().StartTime).ToUnixTimeMilliseconds() / 1000.0;

    public static readonly Metric[] All =
    [
        new(
            "s7opcbridge_build_info",
            MetricKind.Gauge,
            "Always 1; the labels are the versions of program and " + "runtime.",
            static (view, sink) => sink.Value(1, new Labels("version", view.Version, "runtime", Environment.Version.ToString()))
        ),
        new(
            "process_start_time_seconds",
            MetricKind.Gauge,
            "When the process was started, in seconds since " + "1970.",
            static (_, sink) => sink.Value(ProcessStart)
        ),
        new(
            "process_cpu_seconds_total",
            MetricKind.Counter,
            "CPU time, of all cores together.",
            static (_, sink) =>
            {
                if (!OperatingSystem.IsIOS() && !OperatingSystem.IsTvOS())
                    sink.Value(Environment.CpuUsage.TotalTime.TotalSeconds);
            }
        ),
        new("process_resident_memory_bytes", MetricKind.Gauge, "Resident memory.", static (_, sink) => sink.Value(Environment.WorkingSet)),
        new(
            "process_open_fds",
            MetricKind.Gauge,
            "Open file handles, connections included; Linux only.",
            static (_, sink) =>
            {
                if (Directory.Exists(Descriptors))
                    sink.Value(Directory.EnumerateFileSystemEntries(Descriptors).Count());
            }
        ),
        new(
            "process_max_fds",
            MetricKind.Gauge,
            "File handles that the system grants; Linux only.",
            static (view, sink) =>
            {
                if (view.GrantedHandles() is { } granted)
                    sink.Value(granted);
            }
        ),
        new(
            "dotnet_gc_collections_total",
            MetricKind.Counter,
            "Garbage collections.",
            static (_, sink) =>
            {
                for (var generation = 0; generation <= GC.MaxGeneration; generation++)
                    sink.Value(GC.CollectionCount(generation), new Labels("generation", $"{generation}"));
            }
        ),
        new(
            "dotnet_gc_pause_seconds_total",
            MetricKind.Counter,
            "Time that the process was paused for garbage " + "collections.",
            static (_, sink) => sink.Value(GC.GetTotalPauseDuration().TotalSeconds)
        ),
        new(
            "dotnet_gc_heap_bytes",
            MetricKind.Gauge,
            "Bytes on the managed heap.",
            static (_, sink) => sink.Value(GC.GetTotalMemory(forceFullCollection: false))
        ),
        new(
            "dotnet_gc_allocated_bytes_total",
            MetricKind.Counter,
            "Bytes allocated on the managed heap so " + "far.",
            static (_, sink) => sink.Value(GC.GetTotalAllocatedBytes())
        ),
        new("dotnet_threadpool_threads", MetricKind.Gauge, "Threads of the pool.", static (_, sink) => sink.Value(ThreadPool.ThreadCount)),
        new(
            "dotnet_threadpool_queue_length",
            MetricKind.Gauge,
            "Work that waits for a thread of the " + "pool.",
            static (_, sink) => sink.Value(ThreadPool.PendingWorkItemCount)
        ),
    ];
}
