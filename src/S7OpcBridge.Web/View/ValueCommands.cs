using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>What pages do with the values of tags, as functions that the program fills in. Any thread.</summary>
public sealed record ValueCommands
{
    /// <summary>Writes a value as an OPC UA client does; the answer is that of the PLC, or why nothing was sent.</summary>
    public Func<PageCaller, Tag, Variant, CancellationToken, ValueTask<StatusCode>> WriteAsync { get; init; } =
        static (_, _, _, _) => ValueTask.FromResult<StatusCode>(StatusCodes.BadNotSupported);

    /// <summary>Whether somebody may write a tag: Good, or why not.</summary>
    public Func<PageCaller, Tag, StatusCode> MayWrite { get; init; } = static (_, _) => StatusCodes.BadNotSupported;

    /// <summary>Whether somebody may read a tag: Good, or why not.</summary>
    public Func<PageCaller, Tag, StatusCode> MayRead { get; init; } = static (_, _) => StatusCodes.BadNotSupported;

    /// <summary>Whether somebody may read what was recorded of a tag: Good, or why not.</summary>
    public Func<PageCaller, Tag, StatusCode> MayReadHistory { get; init; } = static (_, _) => StatusCodes.BadNotSupported;
}
