using System.Collections.Immutable;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Uadp;

/// <summary>A header layout of UADP (OPC 10000-14, A.2); one for all writers of a group.</summary>
internal enum UadpLayout
{
    /// <summary>Values without type, status and time at places that never move; only key frames. The smallest messages.</summary>
    PeriodicFixed,

    /// <summary>Fields say their type, and their status and time where they are sent; delta frames and keep-alives.</summary>
    Dynamic,
}

/// <summary>Which layout a group has, and how it is described.</summary>
internal static class UadpLayouts
{
    /// <summary>
    /// <see cref="UadpLayout.PeriodicFixed"/> for <see cref="FieldForm.Values"/>, if each field of each writer may be RawData; else
    /// <see cref="UadpLayout.Dynamic"/>.
    /// </summary>
    public static UadpLayout Of(ImmutableArray<PublishedDataSet> writers, FieldForm form)
    {
        if (form != FieldForm.Values)
            return UadpLayout.Dynamic;
        foreach (var writer in writers)
        foreach (var field in writer.Fields)
            if (!RawFields.Fits(field))
                return UadpLayout.Dynamic;
        return UadpLayout.PeriodicFixed;
    }

    /// <summary>Its HeaderLayoutUri.</summary>
    public static string Uri(UadpLayout layout) =>
        layout == UadpLayout.PeriodicFixed
            ? "http://opcfoundation.org/UA/PubSub-Layouts/UADP-Periodic-Fixed"
            : "http://opcfoundation.org/UA/PubSub-Layouts/UADP-Dynamic";

    /// <summary>Its UadpNetworkMessageContentMask (Tables A.2 and A.8): PublisherId with all of the group header, or with the payload header.</summary>
    public static uint NetworkMessageMask(UadpLayout layout) => layout == UadpLayout.PeriodicFixed ? 0x3Fu : 0x41;

    /// <summary>Its UadpDataSetMessageContentMask (Tables A.6 and A.12): Status, SequenceNumber, and in the dynamic one Timestamp and MinorVersion.</summary>
    public static uint DataSetMessageMask(UadpLayout layout) => layout == UadpLayout.PeriodicFixed ? 0x24u : 0x35;

    /// <summary>Its DataSetFieldContentMask (6.2.4.2): RawData; StatusCode and SourceTimestamp; or nothing, which is a Variant.</summary>
    public static uint FieldMask(UadpLayout layout, FieldForm form) =>
        layout == UadpLayout.PeriodicFixed ? 0x20u
        : form == FieldForm.Values ? 0
        : 0x3u;

    /// <summary>Its DataSetOrdering: one dataset in a network message, by writer (AscendingWriterIdSingle); the dynamic one has none.</summary>
    public static int Ordering(UadpLayout layout) => layout == UadpLayout.PeriodicFixed ? 2 : 0;
}
