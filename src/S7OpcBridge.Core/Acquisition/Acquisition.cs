using System.Threading.Channels;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Core;

/// <summary>Runs one <c>PlcSession</c> per PLC of a map, hands out what they find and takes what clients write. Started once, stopped once.</summary>
public sealed class Acquisition : ITagWriter, IAsyncDisposable
{
    /// <summary>Prepares the sessions; nothing connects yet.</summary>
    public Acquisition(TagMap map, TimeProvider time, ILoggerFactory loggers) => throw new NotImplementedException();

    /// <summary>The map.</summary>
    public TagMap Map => throw new NotImplementedException();

    /// <summary>Batches in order; single reader. Bounded: a slow reader shows up as counted overruns, never as memory.</summary>
    public ChannelReader<TagBatch> Batches => throw new NotImplementedException();

    /// <summary>A snapshot of a PLC; cheap, any thread.</summary>
    public PlcStatus StatusOf(int plc) => throw new NotImplementedException();

    /// <summary>Starts one task per enabled PLC, staggered.</summary>
    public void Start() => throw new NotImplementedException();

    /// <summary>Somebody listens to a scan class: a <see cref="ScanMode.Demand"/> class is polled from now on. Other classes do not care.</summary>
    /// <param name="scanGroup">Index of the class.</param>
    /// <param name="interval">How often the listener wants news; faster than the class counts as the class's interval.</param>
    public void Listen(int scanGroup, TimeSpan interval) => throw new NotImplementedException();

    /// <summary>Takes one <see cref="Listen"/> with the same arguments back.</summary>
    public void Unlisten(int scanGroup, TimeSpan interval) => throw new NotImplementedException();

    /// <summary>
    /// Waits until a cycle of the class that starts after this call has been read, and its batch applied (<see cref="TagBatch.Return"/>) by the reader of
    /// <see cref="Batches"/>. Asks for no cycle of its own where the class is polled anyway; a class that nobody polls is polled once.
    /// With the link down it ends with the next attempt's batch.
    /// </summary>
    public Task NextCycleAsync(int scanGroup, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Polls a class once, now, whatever its mode; ends like <see cref="NextCycleAsync"/>.</summary>
    public Task PollAsync(int scanGroup, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Closes the connection of a PLC and leaves it alone for a while, so that an engineer gets the slot.</summary>
    public void Release(int plc, TimeSpan duration) => throw new NotImplementedException();

    /// <inheritdoc/>
    public ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Stops all sessions, closes their connections politely, completes <see cref="Batches"/>.</summary>
    public ValueTask DisposeAsync() => throw new NotImplementedException();
}
