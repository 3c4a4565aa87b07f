using System.Threading.Channels;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>Writes batches from the acquisition into the variable table, which passes changes on to subscriptions. The only writer of tags.</summary>
/// <param name="batches">Source of the batches.</param>
/// <param name="table">Receives the values.</param>
/// <param name="failed">Called for a tag whose value cannot be published, which is a defect; other tags are still published.</param>
public sealed class TagPublisher(ChannelReader<TagBatch> batches, VariableTable table, Action<int, Exception> failed)
{
    // One update takes the waiting batches up to this number, so that subscribers see the first ones soon.
    private const int BatchesPerUpdate = 64;

    // Number of samples that are published within some microseconds.
    private const int FewSamples = 100;

    // Batches of the running update; their waiters are released after structure values were composed, too.
    private readonly TagBatch[] _applied = new TagBatch[BatchesPerUpdate];

    private Action<TagBatch>[] _observers = [];
    private long _rounds;
    private bool _publishing;

    /// <summary>Number of batches taken so far. Any thread.</summary>
    public long Rounds => Volatile.Read(ref _rounds);

    /// <summary>True: batches wait or are being published. Any thread.</summary>
    public bool HasWork => Volatile.Read(ref _publishing) || batches.Count > 0;

    /// <summary>
    /// Adds a function that sees every batch after it was published and before it goes back to its pool. It runs on the thread that publishes, so it must be
    /// quick, and must not keep the batch. Called before <see cref="RunAsync"/>.
    /// </summary>
    public void Observe(Action<TagBatch> observer) => _observers = [.. _observers, observer];

    /// <summary>
    /// Runs until the acquisition has ended and its last batch is published. Takes no token: the channel's completion ends it, and waiting with a token would
    /// allocate in every cycle.
    /// </summary>
    public async Task RunAsync()
    {
        while (await batches.WaitToReadAsync(CancellationToken.None).ConfigureAwait(false))
        {
            // This code runs on the thread of the PLC that sent the batch. A few values are published there; with more, the thread is released first.
            if (batches.TryPeek(out var first) && first.Count > FewSamples)
                await Task.Yield();
            PublishWaiting();
            if (batches.TryPeek(out _))
                await Task.Yield();
        }
    }

    private void PublishWaiting()
    {
        Volatile.Write(ref _publishing, true);
        try
        {
            var taken = ApplyWaiting();
            foreach (var observer in _observers)
            {
                foreach (var batch in _applied.AsSpan(0, taken))
                    observer(batch);
            }
        }
        finally
        {
            // Returned also after a failure, because callers may wait for these batches.
            foreach (ref var batch in _applied.AsSpan())
            {
                if (batch is null)
                    break;
                batch.Return();
                batch = null!;
            }
            Volatile.Write(ref _publishing, false);
        }
    }

    private int ApplyWaiting()
    {
        var taken = 0;
        using var update = table.BeginUpdate();
        while (taken < BatchesPerUpdate && batches.TryRead(out var batch))
        {
            _applied[taken++] = batch;
            Volatile.Write(ref _rounds, _rounds + 1);
            Apply(batch, update);
        }
        return taken;
    }

    private void Apply(TagBatch batch, VariableUpdate update)
    {
        if (batch.ConfirmedTicks > 0)
            update.Confirm(batch.ScanGroup, UaTime.FromTicks(batch.ConfirmedTicks));
        for (var done = 0; done < batch.Count; )
            done = Apply(batch.Samples, done, update);
    }

    /// <summary>Applies samples from an index on; returns the index after them, or after one that failed.</summary>
    private int Apply(ReadOnlySpan<TagSample> samples, int first, VariableUpdate update)
    {
        var at = first;
        try
        {
            for (; at < samples.Length; at++)
                Apply(samples[at], update);
            return at;
        }
        catch (Exception e)
        {
            // The previous value must not appear as still valid.
            update.SetStatus(samples[at].Tag, StatusCodes.BadInternalError, UaTime.FromTicks(samples[at].SourceTicks));
            failed(samples[at].Tag, e);
            return at + 1;
        }
    }

    private static void Apply(in TagSample sample, VariableUpdate update)
    {
        var status = StatusMapping.ToStatusCode(sample.Quality);
        var time = UaTime.FromTicks(sample.SourceTicks);
        if (sample.Value.Kind == TagValueKind.None)
            update.SetStatus(sample.Tag, status, time);
        else
            update.Set(sample.Tag, TypeMapping.ToVariant(sample.Value), status, time);
    }
}
