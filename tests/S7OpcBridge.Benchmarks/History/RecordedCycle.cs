using System.Diagnostics;
using System.Globalization;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Bridge.Recording;
using S7OpcBridge.Core;
using S7OpcBridge.History;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>What recording adds to the path of a value: batches of changed numbers through the recorder into a store on disk.</summary>
internal static class RecordedCycle
{
    private const int Tags = 1000,
        Cycles = 100,
        Windows = 20;
    private static readonly SharedRun<(double Bytes, double Microseconds)> OfAll = new(static () => MeasureAsync(TagHistory.All));

    /// <summary>
    /// Bytes allocated per recorded number, commits included; the best of the windows. Chunks are sealed in one of five, or in the next one where the disk is
    /// slow.
    /// </summary>
    public static async Task<double?> BytesPerValueAsync() => Math.Floor((await OfAll.ForAsync()).Bytes);

    /// <summary>Microseconds of CPU per recorded number, commits included.</summary>
    public static async Task<double?> MicrosecondsPerValueAsync() => (await OfAll.ForAsync()).Microseconds;

    /// <summary>Bytes allocated per number that a rule holds back or records.</summary>
    public static async Task<double?> ThinnedBytesPerValueAsync() =>
        Math.Floor((await MeasureAsync(new TagHistory { Every = TimeSpan.FromSeconds(1), Deadband = 0.5 })).Bytes);

    private static async Task<(double Bytes, double Microseconds)> MeasureAsync(TagHistory history)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-recorded-").FullName;
        try
        {
            await using var store = await HistoryStore.OpenAsync(
                new() { Folder = folder },
                TimeProvider.System,
                NullLogger.Instance,
                CancellationToken.None
            );
            var recorder = new HistoryRecorder(
                new TagRecording
                {
                    SeriesOf = store.SeriesOf,
                    Record = store.Record,
                    MarkLost = store.MarkLost,
                    Read = static (_, _, _, _) => default,
                },
                new VariableTable(Tags, 1),
                TimeProvider.System
            );
            recorder.Begin(MapOf(history));
            var (bytes, microseconds) = (double.MaxValue, double.MaxValue);
            using var process = Process.GetCurrentProcess();
            for (var window = 0; window <= Windows; window++)
            {
                process.Refresh();
                var (before, cpu) = (GC.GetTotalAllocatedBytes(precise: true), process.TotalProcessorTime);
                for (var cycle = 0; cycle < Cycles; cycle++)
                {
                    Cycle(recorder, window * Cycles + cycle);
                    if (cycle % 100 == 99)
                        await store.FlushAsync(CancellationToken.None);
                }
                process.Refresh();
                if (window == 0)
                    continue;
                bytes = Math.Min(bytes, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)(Cycles * Tags));
                microseconds = Math.Min(microseconds, (process.TotalProcessorTime - cpu).TotalMicroseconds / (Cycles * Tags));
            }
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"     {bytes:0.###} B and {microseconds:0.###} µs of CPU per value")
            );
            return (bytes, microseconds);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static readonly TagBatch Batch = new();

    private static void Cycle(HistoryRecorder recorder, int number)
    {
        var now = TimeProvider.System.GetUtcNow().UtcTicks;
        for (var tag = 0; tag < Tags; tag++)
        {
            var value = new TagValue(TagValueKind.Single, BitConverter.SingleToInt32Bits((number * 7 + tag) % 1000 * 0.25f));
            Batch.Add(new TagSample(tag, value, TagQuality.Good, now));
        }
        recorder.Record(Batch);
        Batch.Return();
    }

    private static TagMap MapOf(TagHistory history) =>
        new()
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "P",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
                },
            ],
            ScanGroups = [new ScanGroup(0, 0, "normal", TimeSpan.FromSeconds(1))],
            Tags =
            [
                .. Enumerable
                    .Range(0, Tags)
                    .Select(tag => new Tag
                    {
                        Id = tag,
                        Path = $"T{tag}",
                        Plc = 0,
                        ScanGroup = 0,
                        Address = new S7Address(S7Area.DataBlock, 1, tag * 4),
                        Type = S7DataType.TryParse("Real", out var type, out _) ? type : default,
                        Details = new TagDetails { History = history },
                    }),
            ],
        };
}
