using System.Diagnostics;
using System.Globalization;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.History;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Benchmarks;

/// <summary>A store in a folder of its own, filled as a plant would, as fast as it goes; the plant's clock runs with the values.</summary>
internal sealed class HistoryRun : IAsyncDisposable
{
    private readonly string _folder;
    private readonly PlantStream _plant;
    private readonly PlantClock _clock;
    private HistoryStore _store;
    private int[] _series;

    private HistoryRun(string folder, PlantStream plant, PlantClock clock, HistoryStore store)
    {
        (_folder, _plant, _clock, _store) = (folder, plant, clock, store);
        _series = Series();
    }

    /// <summary>The time of the first second.</summary>
    public static long Start => PlantClock.Start;

    /// <summary>CPU seconds per million values, all threads, without making the values.</summary>
    public double CpuPerMillion { get; private set; }

    /// <summary>Bytes on the disk per value after the last commit, journal included.</summary>
    public double BytesPerValue { get; private set; }

    /// <summary>Seconds of the plant that are stored.</summary>
    public int Seconds { get; private set; }

    /// <summary>Makes a store.</summary>
    public static async Task<HistoryRun> StartAsync(int tags, string? below = null)
    {
        var folder = Directory
            .CreateDirectory(Path.Combine(below ?? Path.GetTempPath(), $"s7opcbridge-history-{Environment.ProcessId}-{Guid.NewGuid():N}"))
            .FullName;
        var clock = new PlantClock();
        var store = await HistoryStore.OpenAsync(new() { Folder = folder }, clock, NullLogger.Instance, CancellationToken.None);
        return new(folder, new(tags), clock, store);
    }

    /// <summary>Stores so many seconds of all tags.</summary>
    public async Task FillAsync(int seconds)
    {
        var making = TimeSpan.Zero;
        using var process = Process.GetCurrentProcess();
        process.Refresh();
        var before = process.TotalProcessorTime;
        var values = new (Variant Value, StatusCode Status, long Time)[_plant.Tags];
        for (var second = 0; second < seconds; second++)
        {
            var start = Stopwatch.GetTimestamp();
            for (var tag = 0; tag < values.Length; tag++)
                values[tag] = _plant.Next(tag, PlantClock.Start + (Seconds + second) * TimeSpan.TicksPerSecond);
            making += Stopwatch.GetElapsedTime(start);
            for (var tag = 0; tag < values.Length; tag++)
            {
                while (!_store.Record(_series[tag], values[tag].Value, values[tag].Status, values[tag].Time))
                    await _store.FlushAsync(CancellationToken.None);
            }

            _clock.Second = Seconds + second;
            // A commit per 100,000 values: what half a second brings at 200,000 values per second.
            if ((second + 1L) * _plant.Tags / 100_000 != (long)second * _plant.Tags / 100_000)
                await _store.FlushAsync(CancellationToken.None);
        }

        await _store.FlushAsync(CancellationToken.None);
        Seconds += seconds;
        process.Refresh();
        CpuPerMillion = (process.TotalProcessorTime - before - making).TotalSeconds / ((double)seconds * _plant.Tags / 1e6);
        BytesPerValue = new DirectoryInfo(_folder).EnumerateFiles().Sum(file => file.Length) / ((double)Seconds * _plant.Tags);
    }

    /// <summary>Milliseconds to read the last hour of one tag after the other, in pages of 1,000.</summary>
    public async Task<List<double>> LastHourAsync(int times)
    {
        var random = new Random(7);
        var end = PlantClock.Start + Seconds * TimeSpan.TicksPerSecond;
        var result = new List<double>();
        for (var i = 0; i < times; i++)
        {
            var key = Key(random.Next(_plant.Tags));
            var start = Stopwatch.GetTimestamp();
            HistoryPosition? after = null;
            do
            {
                var page = await _store.ReadAsync(key, new(end - TimeSpan.TicksPerHour, end), after, 1000, 1 << 20, CancellationToken.None);
                after = page.Next;
            } while (after is not null);
            result.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }

        result.Sort();
        return result;
    }

    /// <summary>Seconds until the store is open again.</summary>
    public async Task<double> ReopenAsync()
    {
        await _store.DisposeAsync();
        var start = Stopwatch.GetTimestamp();
        _store = await HistoryStore.OpenAsync(new() { Folder = _folder }, _clock, NullLogger.Instance, CancellationToken.None);
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        _series = Series();
        return seconds;
    }

    /// <summary>Reads a tag by its number, as the bridge's OPC UA server does.</summary>
    public async ValueTask<OpcUa.Server.SourceProgress> ReadRawAsync(
        RawHistoryRange range,
        Memory<DataValue> values,
        CancellationToken cancellationToken
    )
    {
        var asked = new HistoryRange(range.From, range.To, range.IsBackward);
        var part = await _store.ReadAsync(Key(range.Variable), asked, Positions.Decode(range.Position), values, 4 << 20, cancellationToken);
        return new OpcUa.Server.SourceProgress(part.Count, Positions.BytesOf(part.Next));
    }

    public async ValueTask DisposeAsync()
    {
        await _store.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private static string Key(int tag) => string.Create(CultureInfo.InvariantCulture, $"Line{tag / 1000}/Area{tag / 100 % 10}/Tag{tag}");

    private int[] Series() =>
        [
            .. Enumerable
                .Range(0, _plant.Tags)
                .Select(tag => _store.SeriesOf(Key(tag), string.Create(CultureInfo.InvariantCulture, $"Line{tag / 1000}"))),
        ];

    /// <summary>The time of the plant.</summary>
    private sealed class PlantClock : TimeProvider
    {
        public static readonly long Start = UaTime.FromTicks(new DateTime(2026, 11, 20, 0, 30, 0, DateTimeKind.Utc).Ticks);

        public int Second { get; set; }

        public override DateTimeOffset GetUtcNow() => new(UaTime.ToTicks(Start + Second * TimeSpan.TicksPerSecond), TimeSpan.Zero);
    }
}
