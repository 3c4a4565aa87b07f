namespace S7OpcBridge.Core;

/// <summary>The result of a write. The Bridge room translates it to a status code.</summary>
public enum TagWriteResult : byte
{
    /// <summary>The PLC confirmed it.</summary>
    Ok,

    /// <summary>The map does not let clients write this tag.</summary>
    NotWritable,

    /// <summary>The value cannot be converted to the tag's type without loss.</summary>
    TypeMismatch,

    /// <summary>Outside the type's range or the tag's limits; text too long or not in the code page.</summary>
    OutOfRange,

    /// <summary>The link is down, or another map has just replaced the tag: nothing was sent.</summary>
    NoCommunication,

    /// <summary>Sent, but unanswered: the PLC may have taken it.</summary>
    Timeout,

    /// <summary>The queue is full: nothing was sent.</summary>
    TooManyOperations,

    /// <summary>The PLC's protection refused it (03).</summary>
    Refused,

    /// <summary>The PLC reports that the address does not exist (05, 06, 07, 0A).</summary>
    ConfigurationError,

    /// <summary>Hardware fault (01).</summary>
    DeviceFailure,

    /// <summary>The PLC is disabled, or its writes are.</summary>
    OutOfService,

    /// <summary>The index range reaches beyond the array.</summary>
    NoSuchElement,

    /// <summary>Values that must be written together do not fit into one job: nothing was sent.</summary>
    TooLarge,

    /// <summary>The caller gave up before there was an answer: the PLC may have taken it.</summary>
    Abandoned,
}

/// <summary>One value to write.</summary>
/// <param name="Tag">Id of the tag.</param>
/// <param name="Value">The value, of any kind; Core converts it (docs/tag-map.md).</param>
/// <param name="Start">First element for an index range; -1: the whole value.</param>
/// <param name="Together">Values of the members of a structure, whose tags are consecutive from <paramref name="Tag"/> on; written in one job or not at all.
/// Null: one tag.</param>
public readonly record struct TagWrite(int Tag, TagValue Value, int Start = -1, TagValue[]? Together = null)
{
    /// <summary>Placeholder for an operation that was refused before; nothing is written.</summary>
    public static TagWrite None { get; } = new(-1, default);
}

/// <summary>Accepts the writes of clients; the session that owns the PLC completes them with the PLC's answer.</summary>
public interface ITagWriter
{
    /// <summary>
    /// Writes in array order; neighbours share a job. Sets one entry of <paramref name="results"/> per write. On cancellation writes without an answer are
    /// abandoned.
    /// </summary>
    ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken);
}
