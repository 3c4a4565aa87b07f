using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>The reason why a PLC refuses a job, a read or a write: its effect on values and writes, and its text. Each protocol has its own.</summary>
internal abstract record Refusal
{
    /// <summary>The protocol's code, for display.</summary>
    public abstract ushort Code { get; }

    /// <summary>
    /// True: the refusal concerns the requested items, so smaller jobs find the one at fault. False: the PLC lacks a resource, and the same job may succeed
    /// later.
    /// </summary>
    public abstract bool IsAboutItems { get; }

    /// <summary>True: the job may have exceeded a length limit of the PLC.</summary>
    public abstract bool IsAboutLength { get; }

    /// <summary>True: where every job gets this refusal, the PLC refuses all access and no tag is at fault.</summary>
    public abstract bool IsAboutPlc { get; }

    /// <summary>The quality of a refused tag.</summary>
    public abstract TagQuality Quality { get; }

    /// <summary>The result of a refused write.</summary>
    public abstract TagWriteResult WriteResult { get; }

    /// <summary>The refusal of a whole job as a sentence.</summary>
    public abstract string Sentence { get; }

    /// <summary>What to do where the PLC refuses everything, as a sentence.</summary>
    public abstract string Remedy { get; }

    /// <summary>Cause and remedy, to follow the name and the address of a tag.</summary>
    public virtual string Words(Tag tag) => Words(tag.Address);

    /// <summary>Cause and remedy for an address; <c>default</c> for a tag with a symbol.</summary>
    public abstract string Words(S7Address address);
}
