using System.Threading.Channels;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>Takes batches from the acquisition and writes them into the variable table, which hands what changed to the subscriptions. The only writer of tags.</summary>
/// <param name="batches">Where they come from.</param>
/// <param name="table">Where they go.</param>
/// <param name="failed">Told of a tag whose value cannot be published, which is a bug; its neighbours are published all the same.</param>
public sealed class TagPublisher(ChannelReader<TagBatch> batches, VariableTable table, Action<int, Exception> failed)
{
    // One update takes what is waiting, but not without end: subscribers see the first batch before the hundredth is applied.
    private const int BatchesPerUpdate = 64;

    // Published within some microseconds.
    private const int FewSamples = 100;

    // Of the update that goes on: those who wait for a batch are told when the values of structures have been put together, too.
    private readonly TagBatch[] _applied = new TagBatch[BatchesPerUpdate];

    private long _rounds;
    private bool _publishing;

    /// <summary>Batches taken so far. Any thread.</summary>
    public long Rounds => Volatile.Read(ref _rounds);

    /// <summary>True: batches wait or are being published. Any thread.</summary>
    public bool HasWork => Volatile.Read(ref _publishing) || batches.Count > 0;

    /// <summary>
    /// Runs until the acquisition has ended and its last batch is published. Takes no token: the channel's end is the end, and waiting with a token would
    /// allocate in every cycle.
    /// </summary>
    public async Task RunAsync()
    {
        while (await batches.WaitToReadAsync(CancellationToken.None).ConfigureAwait(false))
        {
            // We run on the thread of the PLC that brought the batch. A few values are sooner published than handed over; with more, that PLC goes first.
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
        var taken = 0;
        try
        {
            using var update = table.BeginUpdate();
            while (taken < BatchesPerUpdate && batches.TryRead(out var batch))
            {
                _applied[taken++] = batch;
                Volatile.Write(ref _rounds, _rounds + 1);
                Apply(batch, update);
            }
        }
        finally
        {
            // Whatever went wrong: somebody may wait for these batches.
            foreach (ref var batch in _applied.AsSpan(0, taken))
            {
                batch.Return();
                batch = null!;
            }
            Volatile.Write(ref _publishing, false);
        }
    }

    private void Apply(TagBatch batch, VariableUpdate update)
    {
        if (batch.ConfirmedTicks > 0)
            update.Confirm(batch.ScanGroup, UaTime.FromTicks(batch.ConfirmedTicks));
        for (var done = 0; done < batch.Count;)
            done = Apply(batch.Samples, done, update);
    }

    /// <summary>Applies the samples from one on; returns where to go on, which is behind one that failed.</summary>
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
            // Never the value before as if it were still true.
            update.SetStatus(samples[at].Tag, StatusCodes.BadInternalError, UaTime.FromTicks(samples[at].SourceTicks));
            failed(samples[at].Tag, e);
            return at + 1;
        }
    }

    private static void Apply(in TagSample sample, VariableUpdate update)
    {
        var status = StatusMapping.Of(sample.Quality);
        var time = UaTime.FromTicks(sample.SourceTicks);
        if (sample.Value.Kind == TagValueKind.None)
            update.SetStatus(sample.Tag, status, time);
        else
            update.Set(sample.Tag, TypeMapping.ToVariant(sample.Value), status, time);
    }
}
