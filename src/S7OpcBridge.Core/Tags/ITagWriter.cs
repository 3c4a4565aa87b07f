namespace S7OpcBridge.Core;

/// <summary>What came of a write, in Core's words; Server turns it into a status code.</summary>
public enum TagWriteResult : byte
{
    /// <summary>The PLC confirmed it.</summary>
    Ok,

    /// <summary>The map does not let clients write this tag.</summary>
    NotWritable,

    /// <summary>The value's type can't become the tag's without loss.</summary>
    TypeMismatch,

    /// <summary>Outside the type's range or the tag's limits; text too long or not in the code page.</summary>
    OutOfRange,

    /// <summary>The link is down: nothing was sent.</summary>
    NoCommunication,

    /// <summary>Sent, but unanswered: the PLC may have taken it.</summary>
    Timeout,

    /// <summary>The queue is full: nothing was sent.</summary>
    TooManyOperations,

    /// <summary>The PLC's protection refused it (03).</summary>
    Refused,

    /// <summary>The PLC says the address is not there (05, 06, 07, 0A).</summary>
    ConfigurationError,

    /// <summary>Hardware fault (01).</summary>
    DeviceFailure,

    /// <summary>The PLC is disabled, or its writes are.</summary>
    OutOfService,

    /// <summary>The index range reaches beyond the array.</summary>
    NoSuchElement,

    /// <summary>What must be written together does not fit into one job: nothing was sent.</summary>
    TooLarge,

    /// <summary>The caller gave up before there was an answer: the PLC may have taken it.</summary>
    Abandoned,
}

/// <summary>One value to write.</summary>
/// <param name="Tag">Id of the tag; -1: nothing is written, and the result at its place is left alone.</param>
/// <param name="Value">The value, in any kind: Core converts by DESIGN §6.</param>
/// <param name="Start">First element for an index range; -1: the whole value.</param>
/// <param name="Together">Values of the tags that follow each other from <paramref name="Tag"/> on, a structure: written in one job or not at all. Null: one tag.</param>
public readonly record struct TagWrite(int Tag, TagValue Value, int Start = -1, TagValue[]? Together = null)
{
    /// <summary>Nothing to write: the place of an operation that was refused before.</summary>
    public static TagWrite None { get; } = new(-1, default);
}

/// <summary>Where a client's write turns round: Server calls it, the session that owns the PLC answers with what the PLC said.</summary>
public interface ITagWriter
{
    /// <summary>Writes in array order; neighbours share a job. Fills <paramref name="results"/>, one per write, also when it is cancelled: what has no answer then is abandoned.</summary>
    ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken);
}
