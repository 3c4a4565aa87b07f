using System.Threading.Channels;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Takes batches from the acquisition and writes them into the variable table, which hands what changed to the subscriptions. The only writer of tags.</summary>
public sealed class TagPublisher(ChannelReader<TagBatch> batches, VariableTable table)
{
    // One update takes what is waiting, but not without end: subscribers see the first batch before the hundredth is applied.
    private const int BatchesPerUpdate = 64;

    // Published within some microseconds.
    private const int FewSamples = 100;

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
        using var update = table.BeginUpdate();
        for (var taken = 0; taken < BatchesPerUpdate && batches.TryRead(out var batch); taken++)
        {
            Apply(batch, update);
            batch.Return();
        }
    }

    private static void Apply(TagBatch batch, VariableUpdate update)
    {
        if (batch.ConfirmedTicks > 0)
            update.Confirm(batch.ScanGroup, UaTime.FromTicks(batch.ConfirmedTicks));
        foreach (ref readonly var sample in batch.Samples)
        {
            var status = StatusMapping.Of(sample.Quality);
            var time = UaTime.FromTicks(sample.SourceTicks);
            if (sample.Value.Kind == TagValueKind.None)
                update.SetStatus(sample.Tag, status, time);
            else
                update.Set(sample.Tag, TypeMapping.ToVariant(sample.Value), status, time);
        }
    }
}
