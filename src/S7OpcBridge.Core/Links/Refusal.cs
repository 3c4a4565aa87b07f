using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>Why a PLC refuses a job, a read or a write: what it means for values and writes, and the words for it. Each protocol has its own.</summary>
internal abstract record Refusal
{
    /// <summary>The protocol's code, to be shown.</summary>
    public abstract ushort Code { get; }

    /// <summary>True: it speaks of what was asked, so asking for less finds the culprit. Otherwise the PLC is short of something and the same job may pass later.</summary>
    public abstract bool IsAboutItems { get; }

    /// <summary>True: the job may have been too long.</summary>
    public abstract bool IsAboutLength { get; }

    /// <summary>True: where every job gets it, it is the PLC that refuses, and no tag is to blame.</summary>
    public abstract bool IsAboutPlc { get; }

    /// <summary>What a tag shows that is refused.</summary>
    public abstract TagQuality Quality { get; }

    /// <summary>What a write gets that is refused.</summary>
    public abstract TagWriteResult WriteResult { get; }

    /// <summary>The refusal of a whole job as a sentence.</summary>
    public abstract string Sentence { get; }

    /// <summary>What to do where the PLC refuses everything.</summary>
    public abstract string Remedy { get; }

    /// <summary>Cause and fix, to stand behind the name and the place of a tag.</summary>
    public virtual string Words(Tag tag) => Words(tag.Address);

    /// <summary>The same for an address; default: it is a symbol.</summary>
    public abstract string Words(S7Address address);
}
