using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Benchmarks;

/// <summary>What publishing by MQTT costs: batches of changed numbers through the publisher to a broker on loopback.</summary>
internal static class PublishedValues
{
    private const int Writers = 200,
        Fields = 100,
        Tags = Writers * Fields,
        Seconds = 10;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Cycle = TimeSpan.FromMilliseconds(100);

    /// <summary>Bytes allocated on the thread that publishes to OPC UA, per value that the publisher sees.</summary>
    public static async Task<double?> BytesPerObservedValueAsync()
    {
        await using var publisher = PublisherTo(1);
        using var stop = new CancellationTokenSource();
        var running = publisher.RunAsync(stop.Token);
        var batch = BatchOf(0);
        publisher.Observe(batch);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var started = Stopwatch.GetTimestamp();
        const int rounds = 20_000;
        for (var i = 0; i < rounds; i++)
            publisher.Observe(batch);
        var nanoseconds = Stopwatch.GetElapsedTime(started).TotalNanoseconds / rounds / batch.Count;
        var bytes = (GC.GetAllocatedBytesForCurrentThread() - before) / ((double)rounds * batch.Count);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"     {bytes:0.###} B and {nanoseconds:0.#} ns per observed value"));
        await stop.CancelAsync();
        await running;
        return bytes;
    }

    /// <summary>Microseconds of CPU of the whole process, broker included, per value: 200,000 values a second, 100 in a message, QoS 1.</summary>
    public static async Task<double?> CpuPerValueAsync()
    {
        using var broker = new BrokerStub();
        await using var publisher = PublisherTo(broker.Port);
        using var stop = new CancellationTokenSource();
        var running = Task.Run(() => publisher.RunAsync(stop.Token));
        var batches = Enumerable.Range(0, Writers).Select(BatchOf).ToArray();
        await UntilAsync(publisher, 0);
        using var timer = new PeriodicTimer(Cycle, TimeProvider.System);
        for (var i = 0; i < 20; i++)
            await CycleAsync(timer, publisher, batches);
        using var process = Process.GetCurrentProcess();
        process.Refresh();
        var (values, cpu) = (publisher.Broker.Values, process.TotalProcessorTime);
        for (var i = 0; i < Seconds * 10; i++)
            await CycleAsync(timer, publisher, batches);
        process.Refresh();
        var (sent, spent) = (publisher.Broker.Values - values, process.TotalProcessorTime - cpu);
        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"     {sent / (double)Seconds:0} values/s acknowledged, {spent.TotalMilliseconds / Seconds:0} ms of CPU a second"
            )
        );
        await stop.CancelAsync();
        await running;
        return sent == 0 ? null : spent.TotalMicroseconds / sent;
    }

    private static async Task CycleAsync(PeriodicTimer timer, MqttPublisher publisher, TagBatch[] batches)
    {
        await timer.WaitForNextTickAsync();
        foreach (var batch in batches)
            publisher.Observe(batch);
    }

    private static async Task UntilAsync(MqttPublisher publisher, long values)
    {
        var started = Stopwatch.GetTimestamp();
        while (publisher.Broker.Values <= values)
        {
            if (Stopwatch.GetElapsedTime(started) > Patience)
                throw new TimeoutException($"The broker has taken nothing: {publisher.Broker}.");
            foreach (var writer in Enumerable.Range(0, Writers))
                publisher.Observe(BatchOf(writer));
            await Task.Delay(Cycle, TimeProvider.System);
        }
    }

    private static MqttPublisher PublisherTo(int port) =>
        new(
            new PublisherOptions
            {
                Broker = new BrokerOptions
                {
                    Address = new Uri($"mqtt://127.0.0.1:{port}"),
                    ClientId = "benchmark",
                    Settle = TimeSpan.Zero,
                },
                Fields = FieldForm.Values,
                PublisherId = "benchmark",
                NamespaceUris = ["http://opcfoundation.org/UA/"],
            },
            [
                .. Enumerable
                    .Range(0, Tags)
                    .Select(static tag => new PublishedTag
                    {
                        Tag = tag,
                        Topic = $"plant/{tag / Fields}",
                        WriterGroup = "Line1",
                        Writer = $"{tag / Fields}",
                        Field = $"T{tag % Fields}",
                        Id = new Guid(tag, 0, 0, new byte[8]),
                        Type = BuiltInType.Float,
                        Rate = new PublishRate(Cycle, OnChange: true, KeyFrame: 60),
                    }),
            ],
            static tag => new DataValue(
                Variant.From(tag * 0.25f + Environment.TickCount64 % 1000),
                StatusCodes.Good,
                UaTime.Now(TimeProvider.System),
                0
            ),
            TimeProvider.System
        );

    private static TagBatch BatchOf(int writer)
    {
        var batch = new TagBatch();
        for (var field = 0; field < Fields; field++)
            batch.Add(new TagSample(writer * Fields + field, default, TagQuality.Good, 0));
        return batch;
    }
}
