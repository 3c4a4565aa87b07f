using S7OpcBridge.Core;
using S7OpcBridge.Simulation.Checks;
using S7OpcBridge.Simulation.Loop;
using S7OpcBridge.Simulation.Plc;

namespace S7OpcBridge.Simulation.Runs;

/// <summary>The bridge of a run, as it is in production up to its sockets and its clock, with the reader of its batches and the clients that write.</summary>
internal sealed class SimulatedBridge
{
    // The reader is at most so much behind.
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan LongestWrite = TimeSpan.FromMinutes(2);

    private readonly SimulatedLoop _loop;
    private readonly Plant _plant;
    private readonly SimulatedTag[] _tags;
    private readonly Random _random;
    private readonly Journal _journal;
    private readonly Action<string> _fail;
    private Task _reading = Task.CompletedTask;

    public SimulatedBridge(SimulatedLoop loop, Plant plant, Random random, Journal journal, Action<string> fail)
    {
        (_loop, _plant, _tags, _random, _journal, _fail) = (loop, plant, plant.Tags, random, journal, fail);
        Shown = new ShownValues(loop, PatienceOf, fail);
        Writes = new WriteLedger(fail);
        Acquisition = new Acquisition(plant.Map(), loop, new LogWatch(journal.Note, fail), hooks: null, new Random(random.Next()));
    }

    public Acquisition Acquisition { get; }

    public ShownValues Shown { get; }

    public WriteLedger Writes { get; }

    /// <summary>True: the reader takes its time.</summary>
    public bool IsReaderSlow { get; set; }

    /// <summary>False: clients begin no more writes.</summary>
    public bool MayWrite { get; set; } = true;

    public void Start()
    {
        _reading = ReadAsync();
        Acquisition.Start();
    }

    /// <summary>A client that writes now and then until it may not any more.</summary>
    public async Task WriteAsync()
    {
        var writable = Array.FindAll(_tags, static tag => tag.IsWritable);
        while (true)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(_random.Next(20, 3000)), _loop);
            if (!MayWrite)
                return;
            _random.Shuffle(writable);
            await WriteAsync(Array.ConvertAll(writable[.._random.Next(1, 5)], Writes.Begin));
        }
    }

    public async Task StopAsync()
    {
        await Acquisition.DisposeAsync();
        await _reading;
    }

    private async Task WriteAsync(ClientWrite[] writes)
    {
        var values = Array.ConvertAll(writes, static write => (write.Tag, write.Value));
        var calls = Array.ConvertAll(values, value => new TagWrite(Array.IndexOf(_tags, value.Tag), value.Tag.ValueOf(value.Value)));
        var results = new TagWriteResult[writes.Length];
        var (isAnswered, number) = (false, writes[0].Number);
        _loop.After(
            LongestWrite,
            () =>
            {
                if (!isAnswered)
                    _fail($"Write {number} has no answer after {LongestWrite}.");
            }
        );
        using var patience = new CancellationTokenSource(
            TimeSpan.FromMilliseconds(_random.Next(8) == 0 ? _random.Next(1, 2000) : LongestWrite.TotalMilliseconds * 2),
            _loop
        );
        try
        {
            await Acquisition.WriteAsync(calls, results, patience.Token);
        }
        catch (OperationCanceledException)
        {
            // What has an answer keeps it.
        }
        isAnswered = true;
        for (var i = 0; i < writes.Length; i++)
        {
            _journal.Note($"{writes[i]}: {results[i]}");
            Writes.Answered(writes[i], results[i]);
        }
    }

    private async Task ReadAsync()
    {
        while (await Acquisition.Batches.WaitToReadAsync())
        {
            if (IsReaderSlow)
                await Task.Delay(TimeSpan.FromTicks(_random.NextInt64(LongestPause.Ticks)), _loop);
            while (Acquisition.Batches.TryRead(out var batch))
            {
                foreach (ref readonly var sample in batch.Samples)
                    Show(sample);
                batch.Return();
            }
        }
    }

    private void Show(in TagSample sample)
    {
        var tag = _tags[sample.Tag];
        long? number = sample.Value.Kind == TagValueKind.None ? null : tag.NumberOf(sample.Value);
        _journal.Note($"{tag.Name} {sample.Quality} {number}");
        Shown.Show(tag, sample.Quality, number);
    }

    // Not confirmed for max(3 × scan, timeout), and each job of the cycle that confirms may take the timeout.
    private long PatienceOf(SimulatedTag tag)
    {
        var interval = Acquisition.RunningClass(tag.ScanGroup)?.TrustedInterval ?? 0;
        var jobs = 1;
        foreach (var scan in Acquisition.StatusOf(0).Scans)
            jobs += scan.PdusPerCycle;
        return Math.Max(3 * interval, _plant.Timeout.Ticks)
            + jobs * _plant.Timeout.Ticks
            + LongestPause.Ticks
            + TimeSpan.TicksPerSecond / 10;
    }
}
