using System.Diagnostics;
using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>What 10,000 alarms add to a scan: the look at its batches after they were published.</summary>
internal sealed class AlarmScan : IDisposable
{
    private const int Words = 1000,
        BitsOfWord = 10,
        BatchSize = 100,
        Scans = 50,
        Windows = 7;

    private readonly ConditionSet _conditions = new(TimeProvider.System, "urn:bench");
    private readonly AlarmDetection _detection;
    private readonly TagBatch[][] _scans;

    private AlarmScan()
    {
        var model = AlarmModel.From(Map());
        _conditions.Replace(model.Definitions);
        _detection = new AlarmDetection(new Lock(), _conditions, TimeProvider.System, static _ => default);
        _detection.Adopt(model, static _ => null);
        // Bits without alarms move, so that every word is looked at and no alarm comes.
        _scans = [Batches(0x8000), Batches(0x4000)];
        Run(_scans[0]);
    }

    /// <summary>Milliseconds that are added to a scan in which all 1,000 words with 10 alarms each have changed, best of several windows.</summary>
    public static Task<double?> MillisecondsAsync()
    {
        using var alarms = new AlarmScan();
        var best = double.MaxValue;
        for (var window = 0; window < Windows; window++)
        {
            var start = Stopwatch.GetTimestamp();
            for (var scan = 0; scan < Scans; scan++)
                alarms.Run(alarms._scans[scan & 1]);
            best = Math.Min(best, Stopwatch.GetElapsedTime(start).TotalMilliseconds / Scans);
        }
        return Task.FromResult<double?>(best);
    }

    /// <summary>Bytes that a scan allocates with 10,000 quiet alarms whose words change.</summary>
    public static Task<double?> BytesAsync()
    {
        using var alarms = new AlarmScan();
        alarms.Run(alarms._scans[1]);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var scan = 0; scan < Scans; scan++)
            alarms.Run(alarms._scans[scan & 1]);
        return Task.FromResult<double?>((GC.GetAllocatedBytesForCurrentThread() - before) / (double)Scans);
    }

    public void Dispose()
    {
        _detection.Dispose();
        _conditions.Dispose();
    }

    private void Run(TagBatch[] batches)
    {
        foreach (var batch in batches)
            _detection.Evaluate(batch);
    }

    private static TagBatch[] Batches(int value)
    {
        var batches = new TagBatch[Words / BatchSize];
        for (var i = 0; i < batches.Length; i++)
        {
            batches[i] = new TagBatch();
            for (var tag = i * BatchSize; tag < (i + 1) * BatchSize; tag++)
                batches[i].Add(new TagSample(tag, new TagValue(TagValueKind.UInt16, value), TagQuality.Good, 1));
        }
        return batches;
    }

    private static TagMap Map()
    {
        var type = new S7DataType(S7TypeKind.Word);
        var alarms = Enumerable
            .Range(0, BitsOfWord)
            .Select(bit => new BitAlarm
            {
                Class = AlarmClass.Default,
                Text = AlarmText.Parse($"Alarm {bit}"),
                Bit = bit,
                Id = $"{bit}",
            });
        var details = new TagDetails { Alarms = new TagAlarms([.. alarms]) };
        return new TagMap
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "Line1",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
                },
            ],
            ScanGroups = [new ScanGroup(0, 0, "normal", TimeSpan.FromSeconds(1))],
            Tags =
            [
                .. Enumerable
                    .Range(0, Words)
                    .Select(id => new Tag
                    {
                        Id = id,
                        Path = $"Faults/W{id}",
                        Plc = 0,
                        ScanGroup = 0,
                        Address = new S7Address(S7Area.DataBlock, 1, id * 2, 0, 16),
                        Type = type,
                        Details = details,
                    }),
            ],
        };
    }
}
