using System.Threading.Channels;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Core;

/// <summary>Runs one <c>PlcSession</c> per PLC of a map and hands out what they find. Started once, stopped once.</summary>
public sealed class Acquisition : IAsyncDisposable
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

    /// <summary>Stops all sessions, closes their connections politely, completes <see cref="Batches"/>.</summary>
    public ValueTask DisposeAsync() => throw new NotImplementedException();
}
